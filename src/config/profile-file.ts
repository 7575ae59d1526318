import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Environment } from './layers.ts';

/*
 * The user's own file of services: how the commands reach each of them. It may contain API keys, so
 * only its owner may read it.
 */

export const outputs = ['text', 'json'] as const;

const profileSchema = z.strictObject({
  url: z.string().refine((url) => URL.canParse(url), 'is not a URL'),
  apiKey: z.string().min(1, 'is empty').optional(),
  apiKeyFile: z.string().min(1, 'is empty').optional(),
  caFile: z.string().min(1, 'is empty').optional(),
  output: z.enum(outputs, `is none of ${outputs.join(', ')}`).optional(),
});

const fileSchema = z.strictObject({
  current: z.string().optional(),
  profiles: z.record(z.string(), profileSchema).default({}),
});

/** How the commands reach one service. */
export type Profile = z.infer<typeof profileSchema>;

export interface Profiles {
  /** The one that commands use if none is named. */
  current?: string;
  profiles: Readonly<Record<string, Profile>>;
}

/** `$XDG_CONFIG_HOME/ferryman/profiles.json`; by the XDG rules only an absolute folder counts. */
export function profilePath({ XDG_CONFIG_HOME, HOME }: Environment): string {
  const folder =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME)
      ? XDG_CONFIG_HOME
      : join(HOME || homedir(), '.config');
  return join(folder, 'ferryman', 'profiles.json');
}

/** Empty if there is no file. @throws `CONFIG_INVALID` if other users may read or write it */
export async function readProfiles(environment: Environment): Promise<Profiles> {
  const path = profilePath(environment);
  let text: string;
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0)
      throw faulty(path, '', 'is open to other users', `Run: chmod 600 ${path}`);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof FerrymanError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { profiles: {} };
    throw faulty(path, '', 'cannot be read', 'Make it readable for you.', error);
  }
  const parsed = fileSchema.safeParse(parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const pointer = (issue?.path ?? []).map((member) => `/${String(member)}`).join('');
    throw faulty(path, pointer, issue?.message ?? 'is malformed', 'Correct it, or remove it.');
  }
  const { current, profiles } = parsed.data;
  return { profiles, ...(current === undefined ? {} : { current }) };
}

/** Replaces the file as a whole, so that a reader never finds half of it. */
export async function writeProfiles(environment: Environment, profiles: Profiles): Promise<void> {
  const path = profilePath(environment);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

/** The API key of a profile, read from its file if it names one. @throws `CONFIG_INVALID` */
export async function apiKeyOf(
  name: string,
  { apiKey, apiKeyFile }: Profile,
  environment: Environment,
): Promise<string | undefined> {
  if (apiKeyFile === undefined) return apiKey;
  const path = profilePath(environment);
  const file = resolve(dirname(path), apiKeyFile);
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    const pointer = `/profiles/${name}/apiKeyFile`;
    throw faulty(
      path,
      pointer,
      `names ${file}, which cannot be read`,
      'Name a readable file.',
      error,
    );
  }
}

/** @throws `CONFIG_INVALID` */
export function requireProfile({ profiles }: Profiles, name: string, source: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const known = Object.keys(profiles).join(', ');
  const message = `there is no profile "${name}" (${source})`;
  throw new FerrymanError(
    'CONFIG_INVALID',
    known === ''
      ? `${message}; make one with \`ferryman profile set ${name} --url <url>\``
      : `${message}; there are ${known}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faulty(path: string, pointer: string, what: string, fix: string, cause?: unknown) {
  const message = `${what} (file ${path}). ${fix}`;
  return new FerrymanError('CONFIG_INVALID', `the profiles are refused: ${pointer} ${message}`, {
    faults: [{ pointer: pointer || 'profiles.json', message }],
    cause,
  });
}
