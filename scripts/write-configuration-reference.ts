import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { settingsOf } from '../src/config/resolve-chain.ts';
import type { SettingMeta } from '../src/config/setting-types.ts';
import { type ChainSettings, settingsSchema } from '../src/config/settings.ts';
import { chainVariables, settings } from '../src/config/variables.ts';
import { families } from '../src/core/swap/chains.ts';
import { endpoints } from '../src/router/endpoints.ts';
import { markdownTable } from './markdown-table.ts';

/** Path of the reference, from the project root. */
export const configurationReferencePath = 'docs/reference/configuration.md';

/** The comments of this file describe the settings of `policy`. */
const policyFile = 'src/core/decide/policy.ts';

interface Setting extends SettingMeta {
  path: readonly string[];
  isRequired: boolean;
  /** The default in the schema. */
  preset?: unknown;
}

/** A zod schema with the parts of its definition that are read here. */
interface Schema {
  meta(): SettingMeta | undefined;
  _zod: { optin?: 'optional' | undefined };
  def: {
    type: string;
    shape?: Record<string, Schema>;
    innerType?: Schema;
    in?: Schema;
    valueType?: Schema;
    defaultValue?: unknown;
    entries?: Record<string, string>;
    values?: readonly unknown[];
  };
}

/** Yields the schema and, in order, those that it wraps: optionals, defaults, pipes. */
function* layersOf(schema: Schema): Generator<Schema> {
  let layer: Schema | undefined = schema;
  while (layer) {
    yield layer;
    layer = layer.def.innerType ?? layer.def.in;
  }
}

/** Lists every setting below a schema. `<IDENTIFIER>` is a placeholder for a chain. */
function listSettings(schema: Schema, path: readonly string[]): Setting[] {
  const layers = [...layersOf(schema)];
  const shape = layers.find(({ def }) => def.shape)?.def.shape;
  if (shape)
    return Object.entries(shape).flatMap(([name, member]) => listSettings(member, [...path, name]));
  const each = layers.find(({ def }) => def.valueType)?.def.valueType;
  // A record with a description of its own is one setting.
  const isDescribed = layers.some((layer) => layer.meta()?.description !== undefined);
  if (each && !isDescribed) return listSettings(each, [...path, '<IDENTIFIER>']);
  const said: SettingMeta = Object.assign(
    {},
    ...layers.map((layer) => layer.meta() ?? {}).reverse(),
  );
  const choices = layers.flatMap(({ def }) => [
    ...Object.values(def.entries ?? {}),
    ...(def.values ?? []),
  ]);
  const type = said.type ?? choices.map((choice) => `\`${choice}\``).join(', ');
  const preset = layers.find(({ def }) => def.type === 'default')?.def.defaultValue;
  return [{ ...said, type, path, isRequired: schema._zod.optin !== 'optional', preset }];
}

const sections: readonly [
  title: string,
  intro: string,
  belongs: (path: readonly string[]) => boolean,
][] = [
  ['Process', '', (path) => path.length === 1],
  [
    'router',
    'Without `router` and `chains` Ferryman runs on the sandbox.',
    ([first]) => first === 'router',
  ],
  [
    'chains.&lt;IDENTIFIER&gt;',
    'One member for each chain, by its [identifier](chains.md). The default of a missing setting is in\n' +
      'the registry: `ferryman chains <IDENTIFIER> --json` shows it. On other networks than the main one,\n' +
      'contracts, programs and the explorer have no default.\n' +
      '[Chain endpoints](../operations/chain-endpoints.md) says what an endpoint has to offer.',
    ([first]) => first === 'chains',
  ],
  ['api', '', ([first, second]) => first === 'api' && second !== undefined],
  [
    'client',
    'For commands that call a running Ferryman.',
    ([first, second]) => first === 'client' && second !== undefined,
  ],
  [
    'webhooks',
    'See [Private addresses](../guides/webhooks.md#private-addresses).',
    ([first]) => first === 'webhooks',
  ],
  [
    'policy',
    'An order keeps the times that it got when it was made.',
    ([first]) => first === 'policy',
  ],
  [
    'guard',
    'What the operator admits, and whose jobs are executed ([132](../decisions/132-seals-of-jobs.md)).',
    ([first]) => first === 'guard',
  ],
  ['signer', '[A signer of its own](../operations/signer.md)', ([first]) => first === 'signer'],
  ['retention', '[Retention](../operations/retention.md)', ([first]) => first === 'retention'],
  [
    'treasury',
    'What Ferryman does by rules ([162](../decisions/162-treasury-rules.md)).',
    ([first]) => first === 'treasury',
  ],
  ['webhooks', 'Where webhooks may go.', ([first]) => first === 'webhooks'],
];

/** Renders `docs/reference/configuration.md` from the schema of the settings. */
export async function renderConfigurationReference(): Promise<string> {
  const comments = readComments(await readFile(policyFile, 'utf8'));
  const all = listSettings(settingsSchema as unknown as Schema & z.ZodType, []);
  const lost = all.filter(({ path }) => !sections.some(([, , belongs]) => belongs(path)));
  if (lost.length > 0) throw new Error(`no section has ${lost.map(({ path }) => nameOf(path))}`);
  const bodies = sections.map(([title, intro, belongs]) => {
    const rows = all
      .filter(({ path }) => belongs(path))
      .map((setting) => [
        `\`${nameOf(setting.path)}\``,
        setting.type ?? '',
        setting.unit ?? '',
        defaultOf(setting),
        variablesOf(setting.path),
        familiesOf(setting.path),
        setting.description ?? comments.get(setting.path.at(-1) ?? '') ?? '',
      ]);
    const heads = [
      'setting',
      'type',
      'unit',
      'default',
      'variable, flag',
      'families',
      'what it does',
    ];
    return `## ${title}\n\n${intro === '' ? '' : `${intro}\n\n`}${markdownTable(heads, rows)}`;
  });
  return `${head}\n${bodies.join('\n')}`;
}

const head = `# Configuration

<!-- Made from src/config and src/core/decide/policy.ts by scripts/write-configuration-reference.ts; what is changed here is lost. -->

Flags win over the environment, the environment over the configuration file, the file over defaults. The
file is JSON: \`ferryman.config.json\` in the working folder, or the file that \`FERRYMAN_CONFIG\` names.
\`ferryman config check\` prints every fault with its path, source and fix, or the effective configuration.

- A secret can also be in a file: \`<variable>_FILE\` names it. One of the two, not both.
- A list in a variable has commas between its members.
- Flags belong to the commands that need them: \`ferryman <command> --help\` lists them.
- An unknown setting is a fault. So is a setting of a chain that its family does not have.

[Configure your own Ferryman](../guides/configure.md) goes through it step by step.
`;

/** The name below its section. */
function nameOf(path: readonly string[]): string {
  return path.length === 1 ? path.join('.') : path.slice(path[0] === 'chains' ? 2 : 1).join('.');
}

function defaultOf({ isRequired, preset, absent, unit, path }: Setting): string {
  if (preset !== undefined) return `\`${preset}\`${unit === 'ms' ? inWords(Number(preset)) : ''}`;
  if (absent !== undefined) return absent;
  if (isRequired) return 'required';
  const [section, member, endpoint] = path;
  if (section === 'chains') return "the registry's";
  return section === 'router' && member === 'paths' ? pathsOf(endpoint) : 'none';
}

/** Services have several URLs, which are tried in this order. */
function pathsOf(endpoint: string | undefined): string {
  const found = Object.entries(endpoints).find(([name]) => name === endpoint);
  return (found?.[1].paths ?? []).map((path) => `\`${path}\``).join(', then ');
}

/** A duration in the largest unit that divides it. */
function inWords(ms: number): string {
  const units: readonly [string, number][] = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
  ];
  const unit = units.find(([, length]) => ms >= length && ms % length === 0);
  return unit ? ` (${ms / unit[1]} ${unit[0]})` : '';
}

function variablesOf(path: readonly string[]): string {
  const [first, , member] = path;
  const ofChain = chainVariables.find(
    (candidate) => first === 'chains' && candidate.member === member,
  );
  if (ofChain)
    return `\`${ofChain.pattern.source.replace(/\(.*\)/, '<IDENTIFIER>').replace(/[\^$]/g, '')}\``;
  const found = settings.find((candidate) => candidate.path.join('.') === path.join('.'));
  if (!found) return '';
  const { variable, flag, secret } = found;
  const given = [variable, ...(secret ? [`${variable}_FILE`] : []), ...(flag ? [flag] : [])];
  return given.map((name) => `\`${name}\``).join(', ');
}

function familiesOf([first, , member]: readonly string[]): string {
  if (first !== 'chains') return '';
  const having = families.filter((family) =>
    settingsOf({ family }).has(member as keyof ChainSettings),
  );
  return having.length === families.length ? 'all' : having.join(', ');
}

/** The comments of an interface's members, each on one line. */
function readComments(source: string): ReadonlyMap<string, string> {
  const members = source.matchAll(/^ {2}\/\*\*(?<text>(?:(?!\*\/).)*)\*\/\n {2}(?<name>\w+): /gms);
  return new Map(
    [...members].map(({ groups }) => [
      groups?.name ?? '',
      (groups?.text ?? '').replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(),
    ]),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(configurationReferencePath, await renderConfigurationReference());
}
