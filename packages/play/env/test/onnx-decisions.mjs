/**
 * Prints what a policy of ONNX answers in onnxruntime-web: node onnx-decisions.mjs MODEL OUTPUTS, with the observations of each player as JSON on the
 * standard input, null where an episode begins. All players share the session and decide at the same time.
 */
import { readFileSync } from 'node:fs';
import { createPolicyTeam, loadOnnxPolicy } from '@rcss/env/team';
import * as runtime from 'onnxruntime-web';

const [file, outputs] = process.argv.slice(2);
try {
  const policy = await loadOnnxPolicy(readFileSync(file), runtime, file);
  createPolicyTeam(policy, file);
  const play = async (observations) => {
    let states = policy.createStates();
    const answers = [];
    for (const observation of observations)
      if (observation === null) states = policy.createStates();
      else
        answers.push([...(await policy.evaluate(Float32Array.from(observation), states, Number(outputs)))]);
    return answers;
  };
  console.log(JSON.stringify(await Promise.all(JSON.parse(readFileSync(0, 'utf8')).map(play))));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
