import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import { expect, test } from 'vitest';
import {
  loadOnnxPolicy,
  type OnnxRuntime,
  type OnnxSession,
  type OnnxTensor,
  readOnnxHeader,
} from './onnx-policy.js';
import { createPolicyTeam, planPolicyTeam } from './policy-team.js';

/** A recurrent policy (GRU) of PyTorch that shoots, otherwise goes to the ball; `docs/use/researcher/policies-in-matches.md` has its export. */
const MODEL = readFileSync(join(import.meta.dirname, '../../test/shooter.onnx'));

class Tensor implements OnnxTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];

  constructor(_: 'float32', data: Float32Array, dims: readonly number[]) {
    this.data = data;
    this.dims = dims;
  }
}

/** A runtime whose session counts its decisions in the state. */
function createRuntime(session: Partial<OnnxSession> = {}): OnnxRuntime & { readonly memories: number[] } {
  const memories: number[] = [];
  const run = async (feeds: Record<string, OnnxTensor>) => {
    const memory = ((feeds['memory'] as OnnxTensor).data as Float32Array)[0] as number;
    memories.push(memory);
    const action = new Tensor(
      'float32',
      Float32Array.from({ length: 12 }, (_, i) => (i === 1 ? 1 : 0)),
      [1, 12],
    );
    const next = new Tensor('float32', new Float32Array(8).fill(memory + 1), [1, 1, 8]);
    return { action, memory_next: next };
  };
  const complete: OnnxSession = {
    inputNames: ['observation', 'memory'],
    outputNames: ['action', 'memory_next'],
    inputMetadata: [
      { name: 'observation', shape: [1, 28] },
      { name: 'memory', shape: [1, 'batch', 8] },
    ],
    run,
    ...session,
  };
  return { Tensor, InferenceSession: { create: async () => complete }, memories };
}

test('the header of a policy is in the metadata of its model', async () => {
  const policy = await loadOnnxPolicy(MODEL, createRuntime(), 'shooter.onnx');
  expect(policy.header).toMatchObject({ scenario: 'empty-goal', action: { type: 'macro' } });
  expect(planPolicyTeam(policy, 'shooter.onnx')).toMatchObject({ role: 'left', players: 1 });
});

test('states go from decision to decision, and start again with an episode', async () => {
  const runtime = createRuntime();
  const policy = await loadOnnxPolicy(MODEL, runtime, 'shooter.onnx');
  const states = policy.createStates();
  expect(states.get('memory')?.dims).toEqual([1, 1, 8]);
  for (let n = 0; n < 3; n++) await policy.evaluate(new Float32Array(28), states, 12);
  await policy.evaluate(new Float32Array(28), policy.createStates(), 12);
  expect(runtime.memories).toEqual([0, 1, 2, 0]);
  await expect(policy.evaluate(new Float32Array(28), states, 5)).rejects.toThrow(
    'shooter.onnx: the output action has 12 numbers, but the action needs 5',
  );
});

test('the player of a model decides when its answer is there', async () => {
  const runtime = createRuntime();
  const policy = await loadOnnxPolicy(MODEL, runtime, 'shooter.onnx');
  const team = await createPolicyTeam(policy, 'shooter.onnx')({ team: 'Learned', seed: 1, options: {} });
  const player = team.players[0] as (typeof team.players)[number] & { decideLater(): Promise<string> };
  const match = await createLocalMatch({
    left: {
      name: 'Learned',
      create: () => ({
        players: [{ ...player, init: player.init, receive: (m) => player.receive(m), decide: () => '' }],
      }),
    },
    spec: createLocalSpec({ server: { auto_mode: false, half_time: -1 } }),
  });
  match.match.world.playMode = 'play_on';
  match.cycle();
  await player.decideLater();
  player.receive('(hear 0 referee play_on)');
  for (let n = 0; n < 3; n++) {
    match.cycle();
    expect(await player.decideLater()).toMatch(/\((turn|dash|change_view|turn_neck)/);
  }
  expect(runtime.memories).toEqual([0, 1, 2]);
});

test('a file that is not a model, and a model with other inputs, are refused', async () => {
  await expect(
    loadOnnxPolicy(new TextEncoder().encode('{"a": 1}'), createRuntime(), 'a.onnx'),
  ).rejects.toThrow('a.onnx:');
  await expect(loadOnnxPolicy(MODEL.subarray(0, 100), createRuntime(), 'a.onnx')).rejects.toThrow(
    'a.onnx: is not a model of ONNX',
  );
  const inputs = createRuntime({ inputNames: ['x'] });
  await expect(loadOnnxPolicy(MODEL, inputs, 'a.onnx')).rejects.toThrow(
    'a.onnx: the inputs are x; one must have the name observation',
  );
  const states = createRuntime({ outputNames: ['action'] });
  await expect(loadOnnxPolicy(MODEL, states, 'a.onnx')).rejects.toThrow(
    'the state memory has no output memory_next',
  );
});

test('a model with other shapes or numbers is refused before the match, with the shape that is needed', async () => {
  const create = async (session: Partial<OnnxSession>) =>
    createPolicyTeam(await loadOnnxPolicy(MODEL, createRuntime(session), 'a.onnx'), 'a.onnx');
  const describe = (observation: object, memory: object = { shape: [1, 1, 8] }) => ({
    inputMetadata: [
      { name: 'observation', ...observation },
      { name: 'memory', ...memory },
    ],
  });
  await expect(create(describe({ shape: [1, 30] }))).rejects.toThrow(
    'a.onnx: the input observation has the shape 1 × 30 instead of 1 × 28: the observation has 28 (scenario empty-goal, left side)',
  );
  await expect(create(describe({ shape: [28] }))).rejects.toThrow('has the shape 28 instead of 1 × 28');
  await expect(create(describe({ shape: [1, 28], type: 'float64' }))).rejects.toThrow(
    'a.onnx: the input observation has the type float64 instead of float32',
  );
  await expect(create(describe({ shape: [1, 28] }, { shape: [1, 1, 8], type: 'int64' }))).rejects.toThrow(
    'a.onnx: the state memory has the type int64 instead of float32',
  );
  for (const shape of [
    [1, 1, 1e12],
    [2 ** 20, 2 ** 20, 2 ** 60],
    [1, Number.NaN, 8],
  ])
    await expect(create(describe({ shape: [1, 28] }, { shape }))).rejects.toThrow(
      /^a\.onnx: the state memory has \S+ numbers \(.*\); at most 1000000 are allowed$/,
    );
  const many = ['memory', 'second'];
  const large = {
    inputNames: ['observation', ...many],
    outputNames: ['action', ...many.map((name) => `${name}_next`)],
    inputMetadata: many.map((name) => ({ name, shape: [1, 600_000] })),
  };
  await expect(create(large)).rejects.toThrow(
    'a.onnx: the state second has 600000 numbers (1 × 600000); at most 400000 are allowed',
  );
  await expect(create({ outputMetadata: [{ name: 'action', shape: ['batch', 7] }] })).rejects.toThrow(
    'a.onnx: the output action has the shape batch × 7 instead of 1 × 12: the action needs 12',
  );
  await expect(create(describe({ shape: ['batch', 28] }))).resolves.toBeTypeOf('function');
});

test('a model that the runtime does not load is refused with its opset and the version of the runtime', async () => {
  const runtime: OnnxRuntime = {
    Tensor,
    InferenceSession: { create: () => Promise.reject(new Error('Unsupported')) },
    env: { versions: { web: '1.30.0' } },
  };
  await expect(loadOnnxPolicy(MODEL, runtime, 'a.onnx')).rejects.toThrow(
    /a\.onnx: the model cannot be loaded \(opset \d+, IR version \d+, onnxruntime-web 1\.30\.0; .*opset_version.*\): Unsupported/,
  );
});

test('the header of a model plans its team without a runtime; layers are missing for a team', () => {
  const header = readOnnxHeader(MODEL, 'shooter.onnx');
  expect(planPolicyTeam(header, 'shooter.onnx')).toMatchObject({ role: 'left', players: 1 });
  expect(() => createPolicyTeam(header, 'shooter.onnx')).toThrow('shooter.onnx.layers');
});
