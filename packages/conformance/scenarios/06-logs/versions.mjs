export default ({ logs: { gameLog } }) =>
  [1, 2, 3, 4, 5, 6, -1].map((version) =>
    gameLog({
      name: version < 0 ? 'rcg-json' : `rcg-v${version}`,
      about: `game log ${version < 0 ? 'in JSON' : `version ${version}`} of a short match: every line or record`,
      version,
    }),
  );
