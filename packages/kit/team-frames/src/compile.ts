import { transform } from 'sucrase';

/** Code that runs, or the place of an error. */
export type Compiled =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly message: string; readonly line: number | null };

/** Compiles TypeScript for the worker of a team: removes the types, turns imports into calls of `require`. Lines stay where they are. */
export function compileTeam(source: string): Compiled {
  try {
    const { code } = transform(source, {
      transforms: ['typescript', 'imports'],
      production: true,
      // The policy of the page decides about them.
      preserveDynamicImport: true,
    });
    return { ok: true, code };
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { line: number } };
    // The message ends with the place, which is reported separately.
    return { ok: false, message: message.replace(/ \(\d+:\d+\)$/, ''), line: loc?.line ?? null };
  }
}
