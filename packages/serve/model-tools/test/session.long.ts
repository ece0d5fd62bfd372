/** Records the session of the documentation: the tools alone, without a model. `npx vitest run --config vitest.long.config.ts packages/serve/model-tools/test/session -u` writes it anew. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../src/limits.js';
import { callTool } from '../src/server.js';
import { Simulator } from '../src/simulator.js';
import { buildHost } from './build-host.js';

const CALLS: readonly (readonly [about: string, tool: string, args: Record<string, unknown>])[] = [
  [
    'The base team plays against itself.',
    'play_match',
    { left: 'base', right: 'base', seed: 21, cycles: 700 },
  ],
  ['Who scored, and who lost the ball before?', 'find_event', { match: 'm1', kind: 'goal' }],
  [
    'Left 6 ran with the ball from cycle 220 on, and lost it. What did it look like?',
    'describe_moment',
    { match: 'm1', cycle: 220 },
  ],
  [
    'Would the pass to 9 have been better?',
    'what_if',
    {
      match: 'm1',
      cycle: 220,
      side: 'left',
      unum: 6,
      plans: [
        { action: 'pass', to: 9 },
        { action: 'pass', to: 8 },
      ],
      n: 20,
      horizon: 100,
    },
  ],
];

test('the session of the documentation is what the tools answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-mcp-'));
  const simulator = new Simulator(folder, DEFAULT_LIMITS, await buildHost());
  const parts = [
    '# A session with the tools for language models',
    '<!-- Written by packages/serve/model-tools/test/session.long.ts. -->',
    'No model takes part: each block is a call of a tool of [`rcss mcp`](language-models.md) and its whole answer. The same calls give the same answers. Question: who lost the ball before the goal, and would the pass to 9 have been better?',
  ];
  for (const [about, tool, args] of CALLS) {
    const { content } = await callTool(simulator, tool, args, {
      signal: new AbortController().signal,
      report: () => {},
    });
    const answer = content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
    parts.push(
      about,
      `\`\`\`json\n{ "tool": ${JSON.stringify(tool)}, "arguments": ${JSON.stringify(args)} }\n\`\`\``,
    );
    parts.push(`\`\`\`text\n${answer}\n\`\`\``);
  }
  parts.push(
    'The last lines are the answer to the second question: *better* or *worse* if the 95 % interval of the paired differences is on one side of 0, otherwise *no difference is shown*; more continuations (`n`) make it narrower.',
  );
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(
    '../../../../docs/reference/language-models-session.md',
  );
});
