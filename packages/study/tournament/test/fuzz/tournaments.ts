import { parseTeamFile, parseTournamentDocument, parseTuningDocument } from '../../src/entries/documents.js';

/** Documents of tournaments, tunings and teams in YAML. */
export default {
  seeds: [
    'version: 1\nteams:\n  - name: a\n    start: ./a.sh\n  - name: b\n    module: ./b.js\nformat: { type: series, matches: 4 }\nseeds: [1, 2]\nmatch:\n  parameters: { server: { half_time: 10 } }\n',
    'name: a\nstart: [./start.sh, "{host}", "{port}"]\nrepeatable: box\n',
    'version: 1\nteam: { name: a, module: ./a.js }\nopponents: [{ name: b, module: ./b.js }]\nparameters: { x: { range: [0, 1] } }\n',
    'a: &a [1]\nb: &b [*a, *a]\nc: [*b, *b]\n',
  ],
  run(bytes: Buffer): void {
    const text = bytes.toString();
    for (const parsed of [parseTournamentDocument(text), parseTeamFile(text), parseTuningDocument(text)])
      if (!parsed.ok && !parsed.error[0]?.message) throw new Error('a problem without a message');
  },
};
