// Serves a batch by text (lines of JSON through pipes) or gRPC, for the comparison of routes. Started by compare.py.
import { createInterface } from 'node:readline';
import grpc from '@grpc/grpc-js';
import { createBatch } from '../../../src/index.ts';

const [route, optionsText] = process.argv.slice(2);
const batch = createBatch(JSON.parse(optionsText));
batch.reset();
const actions = new Uint8Array(batch.buffer, batch.actions.byteOffset, batch.actions.byteLength);
const { byteOffset, byteLength } = batch.actionMasks;
const results = new Uint8Array(batch.buffer, 0, byteOffset + byteLength);
let stepMs = 0;

function step() {
  const began = performance.now();
  batch.step();
  stepMs += performance.now() - began;
}

function describe() {
  const { observations, rewards, terminated, truncated, actionMasks } = batch;
  return {
    results: results.length,
    actionLayout: batch.actionLayout,
    shapes: {
      actions: [batch.matchCount, batch.agents.length, batch.actionLayout.length],
      observations: observations.length,
      rewards: rewards.length,
      terminated: terminated.length,
      truncated: truncated.length,
      actionMasks: actionMasks.length,
    },
  };
}

/** The message of the results: the time of the steps so far (8 bytes), then the blocks without any encoding. */
function encodeResults() {
  const message = Buffer.allocUnsafe(8 + results.length);
  message.writeDoubleLE(stepMs, 0);
  message.set(results, 8);
  return message;
}

function serveText() {
  console.log(JSON.stringify(describe()));
  createInterface({ input: process.stdin }).on('line', (line) => {
    batch.actions.set(JSON.parse(line));
    step();
    const { observations, rewards, terminated, truncated, actionMasks } = batch;
    const blocks = { observations, rewards, terminated, truncated, actionMasks };
    const lists = Object.entries(blocks).map(([name, block]) => [name, Array.from(block)]);
    process.stdout.write(`${JSON.stringify({ stepMs, ...Object.fromEntries(lists) })}\n`);
  });
}

function serveGrpc() {
  const same = (bytes) => bytes;
  const raw = {
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
  const answer = (request) => {
    actions.set(request);
    step();
    return encodeResults();
  };
  const server = new grpc.Server();
  server.addService(
    {
      step: { path: '/rcss.Bench/Step', requestStream: false, responseStream: false, ...raw },
      steps: { path: '/rcss.Bench/Steps', requestStream: true, responseStream: true, ...raw },
    },
    {
      step: ({ request }, callback) => callback(null, answer(request)),
      steps: (call) => {
        call.on('data', (request) => call.write(answer(request)));
        call.on('end', () => call.end());
      },
    },
  );
  server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    console.log(JSON.stringify({ ...describe(), port }));
  });
  process.stdin.resume().on('end', () => server.forceShutdown());
}

if (route === 'text') serveText();
else serveGrpc();
