import type { ParamValue } from '@rcss/params/tables';

/** Where a value comes from. */
export type SettingOrigin =
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly path: string; readonly line: number | null }
  /** `index`: 1 for the first argument of a match, as in its errors; `--check-config` does not count. */
  | { readonly kind: 'argument'; readonly index: number }
  /** An option of the command line. */
  | { readonly kind: 'option'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string };

/** Parameters whose values no output shows. */
export const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  'rcss::http_token',
  'rcss::referee_token',
  'MySQLSaver::password',
]);

/** A value that a source has given to a parameter. */
export interface GivenValue {
  readonly value: ParamValue;
  readonly origin: SettingOrigin;
}

/** A parameter with the value that a match would have. */
export interface EffectiveSetting extends GivenValue {
  readonly module: string;
  readonly name: string;
  readonly default: ParamValue;
  /** Earlier values that a later source has replaced, in order. */
  readonly replaced: readonly GivenValue[];
}

/** What is wrong with a configuration. With an error, no match would start. */
export interface ConfigurationProblem {
  readonly severity: 'error' | 'warning';
  readonly origin: SettingOrigin;
  readonly message: string;
}

/** A configuration file that a start reads. */
export interface ConfigurationFile {
  readonly path: string;
  /** `absent`: a start without this check creates it, except for `MySQLSaver.conf`. */
  readonly state: 'read' | 'absent' | 'unreadable';
}

/** Receives what happens while a configuration is read. */
export interface ConfigurationObserver {
  /** A parameter, as `module::name`, gets a value. */
  onSetting(parameter: string, given: GivenValue): void;
  onProblem(problem: ConfigurationProblem): void;
}

/** Result of a check. */
export interface ConfigurationCheck {
  readonly files: readonly ConfigurationFile[];
  /** All parameters by module, in the order of the tables. */
  readonly settings: readonly EffectiveSetting[];
  readonly problems: readonly ConfigurationProblem[];
}

/** Formats the place of a value for people: `server.conf:12`, `argument 3`. */
export function formatOrigin(origin: SettingOrigin): string {
  switch (origin.kind) {
    case 'default':
      return 'default';
    case 'file':
      return origin.line === null ? origin.path : `${origin.path}:${origin.line}`;
    case 'argument':
      return `argument ${origin.index}`;
    case 'option':
      return `option ${origin.name}`;
    case 'environment':
      return `environment variable ${origin.name}`;
  }
}
