export default ({ monitors: { stream } }) =>
  [1, 2, 3, 4, 5, -1].map((version) => stream({ version, with: { x: 1.5, cycles: 4 } }));
