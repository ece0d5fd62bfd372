/** Name of a term of the reward. */
export type RewardName =
  | 'goal'
  | 'cycle'
  | 'ball-progress'
  | 'approach-ball'
  | 'kick'
  | 'pass'
  | 'gain'
  | 'possession'
  | 'out'
  | 'effort'
  | 'state-value';

/** Weight of each term; absent terms count 0. The reward of an agent is the sum of its terms times their weights. */
export type RewardWeights = Readonly<Partial<Record<RewardName, number>>>;
