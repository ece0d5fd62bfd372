export default ({ referee }) =>
  referee.keepaway({
    name: 'keepaway',
    about:
      'keepaway: start positions, ball out of the region, ball taken for so many cycles, log of the episodes',
    spots: { L1: [-6, -6], L2: [6, -6], L3: [6, 6], R1: [-6, 6], R2: [-7, 7] },
    acts: [
      [2, { ball: [9.5, 0, 0.3, 0] }],
      [1, { place: { R1: [0.5, 0] } }],
      [
        { place: { R1: [0.5, 0] } },
        1,
        { place: { L1: [-0.5, 0], R1: [5, 5] } },
        2,
        { place: { L1: [-5, 0], R1: [0.5, 0] } },
      ],
      [{ ball: [0, -9.99] }, 1, { ball: [0, -10] }],
      [{ place: { L1: [-0.5, 0], R1: [0.6, 0] } }],
    ],
  });
