// Order in which commands are handled (spec 02 §2.3), keepaway resets (spec 06 §15).

export default ({ experiments }) => [
  experiments.handlingOrder({
    name: 'handling-order',
    about: 'real time: order in which simultaneous commands of three players are handled',
    trials: 600,
  }),
  experiments.kickOrder({
    name: 'kick-order',
    about: 'real time: two opponents kick in the same moment; who was last?',
    trials: 120,
  }),
  experiments.keepawayReset({
    name: 'keepaway-reset',
    about: 'places of three keepers and two takers after an episode',
    trials: 700,
  }),
];
