import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalMatch } from '@rcss/agent/local';
import { expect, test } from 'vitest';
import { loadOnnxPolicy, type OnnxRuntime, type OnnxSession, type OnnxTensor } from './onnx-policy.js';
import { createPolicyTeam, planPolicyTeam } from './policy-team.js';

/** A recurrent policy (GRU) of PyTorch that shoots, otherwise goes to the ball; `docs/use/how-to/from-learning-to-a-match.md` has its export. */
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
    server: { auto_mode: false, half_time: -1 },
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
