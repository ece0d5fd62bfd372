/** The team against which the code of the editor plays: the chasers, the base team, a learned policy from a file, or the team of a link. */
import type { MatchSettings, OpenedPolicy } from '../messages.js';
import POLICY_URL from './policy-worker.ts?single-script';

/** Largest policy that is opened, bytes. */
const MAX_POLICY_BYTES = 64 * 1024 * 1024;

/** Value of the option of the base team. */
const BASE = 'base';

type Teams = Pick<MatchSettings, 'left' | 'right'>;

/** Whether a file is a policy, by its name; otherwise it is code. */
export const isPolicyFile = ({ name }: File): boolean => /\.(onnx|json)$/i.test(name);

/** The field with the opponents, and what it stands for. */
export class Opponents {
  readonly #field: HTMLSelectElement;
  /** Policies by the values of their options. `others` is the number of players of the other side in the scenario. */
  readonly #policies = new Map<string, { readonly file: OpenedPolicy; readonly others: number }>();

  /** Compiled code of teams of links, by the values of their options. */
  readonly #linked = new Map<string, string>();

  constructor(field: HTMLSelectElement) {
    this.#field = field;
    field.append(new Option('the chasers', ''), new Option('the base team', BASE));
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

  /**
   * Adds the team of a link of the playground, which plays in free matches from now on, and returns what to write about it.
   *
   * @throws {Error} if the link is damaged or its code has an error
   */
  async addLink(link: string): Promise<string> {
    const fragment = link.trim().replace(/^[^#]*#/, '');
    if (fragment === '') throw new Error('paste a link that "Copy link" has made; it has a "#"');
    const [{ decodeFragment }, { compileTeam }] = await Promise.all([
      import('../permalink.js'),
      import('@rcss/team-frames/compile'),
    ]);
    const { code } = await decodeFragment(fragment);
    const compiled = compileTeam(code);
    if (!compiled.ok)
      throw new Error(`the code of the link has an error in line ${compiled.line}: ${compiled.message}`);
    const name = `team ${this.#linked.size + 1} of a link`;
    this.#linked.set(name, compiled.code);
    this.#field.append(new Option(name, name));
    this.#field.value = name;
    return `The ${name} plays as Link. Run the match.`;
  }

  /** The chosen opponents as a link holds them; null: a policy or the team of a link, which it does not hold. */
  get shared(): { readonly opponents?: 'base' } | null {
    const { value } = this.#field;
    if (value === BASE) return { opponents: BASE };
    return value === '' ? {} : null;
  }

  /** Chooses the opponents of a link. */
  chooseShared(opponents: 'base' | undefined): void {
    this.#field.value = opponents ?? '';
  }

  /** The teams of a free match of compiled code; with as many players as the scenario of the policy has. */
  createTeams(code: string): Teams {
    const chosen = this.#field.value;
    const own = { name: 'Mine', code };
    const linked = this.#linked.get(chosen);
    if (linked !== undefined) return { left: own, right: { name: 'Link', code: linked } };
    if (chosen === BASE) return { left: own, right: { name: 'Base', code: null, engine: 'base' } };
    const policy = this.#policies.get(chosen);
    if (policy === undefined) return { left: own, right: { name: 'Chasers', code: null } };
    const { file, others } = policy;
    const left = { name: 'Mine', code, ...(others === 0 ? {} : { players: others }) };
    return { left, right: { name: 'Blues', code: null, policy: file } };
  }
}
