import { userInfo } from 'node:os';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { sealApiKey, standingOfKey } from '../../executor/api-keys/key-seal.ts';
import type { Ferryman } from '../../ferryman.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed } from '../confirm.ts';
import { type ApiOptions, clientConfig } from '../connect.ts';
import { layoutOf } from '../layout.ts';
import { renderTable } from '../render-table.ts';
import { showTime } from '../show-time.ts';
import { withFerryman } from '../with-ferryman.ts';

/**
 * Seals keys as they are in the journal, after a person has looked at them: those of an earlier
 * version, or after the intake secret was changed. Nothing tells such a key from one that another
 * program wrote into the database.
 */
export async function sealKeys(
  ids: readonly string[],
  options: ApiOptions & { yes?: true },
  io: CliIo,
): Promise<void> {
  const config = await clientConfig(options, io);
  await withFerryman(config, (ferryman) => seal(ferryman, ids, options, io), { takesJobs: true });
}

interface OpenKey extends ApiKeyRecord {
  why: 'no seal' | 'another seal';
}

async function seal(
  ferryman: Ferryman,
  ids: readonly string[],
  options: ApiOptions & { yes?: true },
  io: CliIo,
): Promise<void> {
  const { journal, sealer } = ferryman;
  const open = await openKeys(ferryman);
  const chosen = ids.length === 0 ? open : open.filter(({ id }) => ids.includes(id));
  const missing = ids.find((id) => chosen.every((one) => one.id !== id));
  if (missing !== undefined)
    throw new FerrymanError('NOT_FOUND', `no key ${missing} that is good lacks its seal`);
  if (options.json)
    io.print(JSON.stringify(chosen.map(({ id, scopes, why }) => ({ id, scopes, why }))));
  else io.print(renderTable(columns, chosen.map(cells), layoutOf(io)));
  if (chosen.length === 0) return io.tell('Every key that is good has its seal.');
  const question = `Seal these ${chosen.length} keys only if you know each of them, and its scopes: the journal is all that vouches for them. Revoke the others. Seal them?`;
  if (!(await isConfirmed(question, options, io))) return;
  for (const { why: _, ...key } of chosen) {
    await journal.recordAct({
      actor: `operator ${userInfo().username}`,
      action: 'sealKey',
      subject: `key ${key.id}`,
      data: { scopes: key.scopes },
    });
    await journal.sealApiKey(key.id, await sealApiKey(sealer, key));
  }
  io.tell(`${chosen.length} keys are sealed.`);
}

/** The keys that are good and have no seal of this secret, oldest first. */
async function openKeys({ journal, sealer, clock }: Ferryman): Promise<OpenKey[]> {
  const now = clock.now();
  const open: OpenKey[] = [];
  for (const key of (await journal.listApiKeys()).reverse()) {
    const { revokedAt = Number.POSITIVE_INFINITY, expiresAt = Number.POSITIVE_INFINITY } = key;
    if (Math.min(revokedAt, expiresAt) <= now) continue;
    const standing = await standingOfKey(sealer, key);
    if (standing === 'sealed') continue;
    open.push({ ...key, why: standing === 'unsealed' ? 'no seal' : 'another seal' });
  }
  return open;
}

const columns = ['key', 'name', 'scopes', 'may use', 'made by', 'since', 'why'].map((title) => ({
  title,
}));

function cells({ id, name = '', scopes, createdBy = '', createdAt, why, ...limits }: OpenKey) {
  const uses = [...(limits.wallets ?? []), ...(limits.chains ?? [])].join(', ');
  const since = showTime(new Date(createdAt).toISOString());
  return [id, name, scopes.join(', '), uses === '' ? 'all' : uses, createdBy, since, why];
}
