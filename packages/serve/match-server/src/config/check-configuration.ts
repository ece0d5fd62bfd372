import type { ParamRow } from '@rcss/params/tables';
import { type ConfigurationInput, readAllSources } from './configuration.js';
import type {
  ConfigurationCheck,
  ConfigurationProblem,
  EffectiveSetting,
  GivenValue,
  SettingOrigin,
} from './configuration-check.js';
import type { ParamModule } from './param-module.js';

const DEFAULT_ORIGIN: SettingOrigin = { kind: 'default' };

/**
 * Reads the configuration as a start would, reports all errors instead of the first, and writes nothing.
 *
 * @param findFileProblems Checks files, folders and programs that the settings name.
 */
export function checkConfiguration(
  input: ConfigurationInput,
  findFileProblems: (settings: readonly EffectiveSetting[]) => readonly ConfigurationProblem[] = () => [],
): ConfigurationCheck {
  const given = new Map<string, GivenValue[]>();
  const problems: ConfigurationProblem[] = [];
  const { modules, files, startupProblems } = readAllSources(input, {
    onSetting: (parameter, value) => {
      const list = given.get(parameter);
      if (list === undefined) given.set(parameter, [value]);
      else list.push(value);
    },
    onProblem: (problem) => problems.push(problem),
  });
  const settings = [...modules.values()].flatMap((module) => listSettings(module, given));
  for (const message of startupProblems) {
    const parameter = /^\w+::\w+/.exec(message)?.[0] ?? '';
    problems.push({
      severity: 'error',
      origin: given.get(parameter)?.at(-1)?.origin ?? DEFAULT_ORIGIN,
      message,
    });
  }
  problems.push(...findFileProblems(settings));
  return { files, settings, problems };
}

function listSettings(
  { name: module, entries }: ParamModule,
  given: ReadonlyMap<string, readonly GivenValue[]>,
): EffectiveSetting[] {
  const rows = new Map<ParamRow, EffectiveSetting>();
  for (const { row, values } of entries.values()) {
    const list = given.get(`${module}::${row.name}`) ?? [];
    rows.set(row, {
      module,
      name: row.name,
      value: values[row.name]!,
      default: row.default,
      origin: list.at(-1)?.origin ?? DEFAULT_ORIGIN,
      replaced: list.slice(0, -1),
    });
  }
  return [...rows.values()];
}

/** Whether a setting differs from its default. */
export function isChanged({ value, default: original }: EffectiveSetting): boolean {
  return value !== original;
}
