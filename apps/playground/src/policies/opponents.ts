/** The team against which the code of the editor plays: the chasers, or a learned policy from a file. */
import type { MatchSettings, OpenedPolicy } from '../messages.js';
import POLICY_URL from './policy-worker.ts?single-script';

/** Largest policy that is opened, bytes. */
const MAX_POLICY_BYTES = 64 * 1024 * 1024;

type Teams = Pick<MatchSettings, 'left' | 'right'>;

/** Whether a file is a policy, by its name; otherwise it is code. */
export const isPolicyFile = ({ name }: File): boolean => /\.(onnx|json)$/i.test(name);

/** The field with the opponents, and what it stands for. */
export class Opponents {
  readonly #field: HTMLSelectElement;
  /** Policies by the values of their options. `others` is the number of players of the other side in the scenario. */
  readonly #policies = new Map<string, { readonly file: OpenedPolicy; readonly others: number }>();

  constructor(field: HTMLSelectElement) {
    this.#field = field;
    field.append(new Option('the chasers', ''));
  }

  /**
   * Opens a policy, which plays in free matches from now on, and returns what to write about it.
   *
   * @throws {Error} if the file is too large or not a policy
   */
  async open(file: File): Promise<string> {
    const { name, size } = file;
    if (size > MAX_POLICY_BYTES)
      throw new Error(`${name} has ${size} bytes; policies of at most ${MAX_POLICY_BYTES} bytes are opened`);
    const policy: OpenedPolicy = { name, bytes: new Uint8Array(await file.arrayBuffer()) };
    const { planPolicyFile }: typeof import('./policy-worker.js') = await import(
      /* @vite-ignore */ POLICY_URL
    );
    const { scenario, role, players } = planPolicyFile(policy.bytes, name);
    const others = scenario[role === 'left' ? 'right' : 'left'].length;
    if (!this.#policies.has(name)) this.#field.append(new Option(name, name));
    this.#policies.set(name, { file: policy, others });
    this.#field.value = name;
    const count = `${players} ${players === 1 ? 'player' : 'players'}`;
    return `${name} plays as Blues: ${count} of scenario ${scenario.name}. Run the match.`;
  }

  /** The teams of a free match of compiled code; with as many players as the scenario of the policy has. */
  createTeams(code: string): Teams {
    const policy = this.#policies.get(this.#field.value);
    if (policy === undefined) return { left: { name: 'Mine', code }, right: { name: 'Chasers', code: null } };
    const { file, others } = policy;
    const left = { name: 'Mine', code, ...(others === 0 ? {} : { players: others }) };
    return { left, right: { name: 'Blues', code: null, policy: file } };
  }
}
