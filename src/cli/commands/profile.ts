import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  outputs,
  type Profile,
  profilePath,
  readProfiles,
  requireProfile,
  writeProfiles,
} from '../../config/profile-file.ts';
import { findProfile } from '../../config/profile-layer.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CliIo } from '../cli-io.ts';
import { layoutOf } from '../layout.ts';
import { renderTable } from '../render-table.ts';

interface Output {
  json?: true;
}

interface SetOptions extends Output {
  url?: string;
  withApiKey?: true;
  apiKeyFile?: string;
  caFile?: string;
  output?: Profile['output'];
}

/** `ferryman profile …`: the services that this user's commands know by a name. */
export function registerProfile(program: Command, io: CliIo): void {
  const profile = program
    .command('profile')
    .description('store, show and choose the services that commands call')
    .addHelpText(
      'after',
      '\nThe file is ferryman/profiles.json in $XDG_CONFIG_HOME or ~/.config, for you alone (mode 0600).',
    );

  withJson(profile.command('list'))
    .description('list the profiles; * marks the one in use')
    .action(async ({ json }: Output) => {
      const stored = await readProfiles(io.environment);
      const used = await findProfile(io.environment, io.profileName);
      const shown = Object.entries(stored.profiles).map(([name, one]) => ({
        ...shownOf(name, one),
        used: name === used?.name,
      }));
      if (json) return io.print(JSON.stringify({ profiles: shown }, null, 2));
      if (shown.length === 0)
        return io.print('there is no profile; make one with `ferryman profile set`');
      const rows = shown.map(({ used: isUsed, name, url, apiKey, output }) => [
        isUsed ? '*' : '',
        name,
        url,
        apiKey,
        output,
      ]);
      const columns = ['', 'profile', 'url', 'API key', 'output'].map((title) => ({ title }));
      io.print(renderTable(columns, rows, layoutOf(io)));
    });

  withJson(profile.command('show'))
    .description('show a profile without its key')
    .argument('[name]', 'default: the one in use')
    .action(async (name: string | undefined, { json }: Output) => {
      const used = await findProfile(io.environment, name ?? io.profileName);
      if (!used)
        throw new FerrymanError(
          'INVALID_REQUEST',
          'no profile is in use: name one, or choose one with `ferryman profile use`',
        );
      const shown = shownOf(used.name, used.profile);
      if (json) return io.print(JSON.stringify(shown, null, 2));
      io.print(
        Object.entries(shown)
          .map(([member, value]) => `${member.padEnd(8)}${value}`)
          .join('\n'),
      );
    });

  profile
    .command('set')
    .description('make a profile, or change what the options name')
    .argument('<name>', 'letters, digits, dots and dashes', parseName)
    .option('--url <url>', 'where the service answers, such as https://ferryman.example.com')
    .addOption(
      new Option(
        '--with-api-key',
        'store its API key: asked for on a terminal, otherwise read from standard input',
      ).conflicts('apiKeyFile'),
    )
    .option('--api-key-file <path>', 'read the API key from this file each time')
    .option('--ca-file <path>', 'PEM file of the authority that certifies the address')
    .addOption(new Option('--output <form>', 'what commands print by default').choices(outputs))
    .action((name: string, options: SetOptions) => setProfile(name, options, io));

  profile
    .command('use')
    .description('choose the profile that commands use if none is named')
    .argument('[name]', 'leave it out, with --none, to use no profile')
    .option('--none', 'use no profile')
    .action(async (name: string | undefined, { none }: { none?: true }) => {
      if ((name === undefined) !== (none === true))
        throw new FerrymanError('INVALID_REQUEST', 'name a profile, or give --none');
      const { current: _current, ...stored } = await readProfiles(io.environment);
      if (name !== undefined) requireProfile(stored, name, 'argument');
      await writeProfiles(io.environment, {
        ...stored,
        ...(name === undefined ? {} : { current: name }),
      });
      io.tell(name === undefined ? 'no profile is used' : `profile ${name} is used`);
    });

  profile
    .command('remove')
    .description('remove a profile; a file with its key stays')
    .argument('<name>')
    .action(async (name: string) => {
      const { current, profiles } = await readProfiles(io.environment);
      requireProfile({ profiles }, name, 'argument');
      const others = Object.entries(profiles).filter(([other]) => other !== name);
      await writeProfiles(io.environment, {
        ...(current === undefined || current === name ? {} : { current }),
        profiles: Object.fromEntries(others),
      });
      io.tell(`profile ${name} is removed`);
    });
}

async function setProfile(name: string, options: SetOptions, io: CliIo): Promise<void> {
  const stored = await readProfiles(io.environment);
  const old = Object.hasOwn(stored.profiles, name) ? stored.profiles[name] : undefined;
  const url = options.url ?? old?.url;
  if (url === undefined) throw new FerrymanError('INVALID_REQUEST', 'a new profile needs --url');
  requireWebUrl(url);
  const { apiKeyFile, caFile, output, withApiKey } = options;
  const isMoved = old !== undefined && new URL(old.url).origin !== new URL(url).origin;
  const isKeyKept = !withApiKey && apiKeyFile === undefined && !isMoved;
  const apiKey = withApiKey ? await readKey(io) : isKeyKept ? old?.apiKey : undefined;
  const keyFile = apiKeyFile === undefined ? undefined : resolve(io.folder, apiKeyFile);
  const kept = isKeyKept ? old?.apiKeyFile : undefined;
  const file = keyFile ?? kept;
  const ca = caFile === undefined ? old?.caFile : resolve(io.folder, caFile);
  const form = output ?? old?.output;
  const profile: Profile = {
    url,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(file === undefined ? {} : { apiKeyFile: file }),
    ...(ca === undefined ? {} : { caFile: ca }),
    ...(form === undefined ? {} : { output: form }),
  };
  await writeProfiles(io.environment, {
    ...stored,
    profiles: { ...stored.profiles, [name]: profile },
  });
  io.tell(`profile ${name} is stored in ${profilePath(io.environment)}`);
  if (isMoved && (old.apiKey !== undefined || old.apiKeyFile !== undefined) && !apiKey && !file)
    io.tell('Its API key was for another address, and is removed.');
}

async function readKey(io: CliIo): Promise<string> {
  const key = io.interactive ? await io.askSecret('API key: ') : ((await io.readInput()) ?? '');
  if (/^fm_[\w-]{1,100}$/.test(key.trim())) return key.trim();
  throw new FerrymanError('INPUT_NEEDED', 'this is no API key: one begins with fm_');
}

function requireWebUrl(text: string): void {
  const { protocol, username, password } = new URL(URL.canParse(text) ? text : 'none:');
  if ((protocol === 'http:' || protocol === 'https:') && username === '' && password === '') return;
  throw new FerrymanError(
    'INVALID_REQUEST',
    `--url is no address of a service: ${text}; write one such as https://ferryman.example.com`,
  );
}

function shownOf(name: string, { url, apiKey, apiKeyFile, caFile, output = 'text' }: Profile) {
  const key = apiKeyFile ?? (apiKey === undefined ? 'none' : 'stored');
  return { name, url, apiKey: key, caFile: caFile ?? 'none', output };
}

function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

function parseName(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text)) return text;
  throw new InvalidArgumentError('Use up to 64 letters, digits, dots, dashes and underscores.');
}
