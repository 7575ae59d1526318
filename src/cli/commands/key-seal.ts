import { userInfo } from 'node:os';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { sealApiKey } from '../../executor/api-keys/key-seal.ts';
import { type KeyToSeal, keysToSeal } from '../../executor/api-keys/keys-to-seal.ts';
import type { Ferryman } from '../../ferryman.ts';
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

async function seal(
  ferryman: Ferryman,
  ids: readonly string[],
  options: ApiOptions & { yes?: true },
  io: CliIo,
): Promise<void> {
  const { journal, sealer } = ferryman;
  const found = await keysToSeal(ferryman);
  const chosen = ids.length === 0 ? found : found.filter(({ key }) => ids.includes(key.id));
  const missing = ids.find((id) => chosen.every(({ key }) => key.id !== id));
  if (missing !== undefined)
    throw new FerrymanError(
      'NOT_FOUND',
      `the key ${missing} needs no seal: it is unknown, over, or sealed already`,
    );
  if (options.json) io.print(JSON.stringify(chosen.map(keyJson)));
  if (chosen.length === 0) return io.tell('Every valid key has its seal.');
  if (!options.json) io.print(renderTable(columns, chosen.map(cells), layoutOf(io)));
  const isOne = chosen.length === 1;
  const which = isOne ? 'this key' : `these ${chosen.length} keys`;
  const question = `Only the journal vouches for them: seal keys that you know, with the scopes that they should have, and revoke the others. Seal ${which}?`;
  if (!(await isConfirmed(question, options, io))) return;
  for (const { key } of chosen) {
    await journal.recordAct({
      actor: `operator ${userInfo().username}`,
      action: 'sealKey',
      subject: `key ${key.id}`,
      data: { scopes: key.scopes },
    });
    await journal.sealApiKey(key.id, await sealApiKey(sealer, key));
  }
  io.tell(isOne ? '1 key is sealed.' : `${chosen.length} keys are sealed.`);
}

const reasons = { unsealed: 'no seal', changed: 'another seal' } as const;

const columns = ['key', 'name', 'scopes', 'may use', 'made by', 'since', 'why'].map((title) => ({
  title,
}));

function cells({ key, standing }: KeyToSeal): string[] {
  const { id, name = '', scopes, createdBy = '', createdAt, wallets = [], chains = [] } = key;
  const uses = [...wallets, ...chains].join(', ') || 'all';
  const since = showTime(new Date(createdAt).toISOString());
  return [id, name, scopes.join(', '), uses, createdBy, since, reasons[standing]];
}

function keyJson({ key: { id, scopes }, standing }: KeyToSeal): object {
  return { id, scopes, why: reasons[standing] };
}
