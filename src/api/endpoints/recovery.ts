import { z } from 'zod';
import { families } from '../../core/swap/chains.ts';
import { requireUnlimited } from '../../executor/authorize.ts';
import { oneAtATime } from '../../executor/one-at-a-time.ts';
import { personNote } from '../../executor/person-note.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { frozenWalletJson, journalReportJson } from '../recovery-json.ts';
import { named, plainText } from '../schemas/common.ts';
import { frozenWallet, journalReport } from '../schemas/recovery.ts';

const params = z.object({
  name: plainText(80).describe('The name of a wallet, such as `treasury`.'),
});

const family = z
  .enum(families, `is not one of ${families.join(', ')}`)
  .optional()
  .describe('Needed if wallets of several families have the name.');

const release = named(
  'WalletRelease',
  z.strictObject(
    {
      family,
      frozenReason: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe(
          'Why it is frozen, as you have seen it. If it is frozen for another reason now, it stays frozen.',
        ),
      reason: personNote('say what you found about its transactions'),
    },
    'is not a JSON object',
  ),
);

const adoption = named(
  'JournalAdoption',
  z.strictObject(
    { reason: personNote('say what you compared the journal with') },
    'is not a JSON object',
  ),
);

const elsewhere =
  'Only a process whose data folder has the signing log of the keys does it, such as `ferryman up`; another one answers `SIGNING_LOG_ELSEWHERE`.';

/** Releasing frozen wallets, and what to do about a journal that was rolled back. */
export function recoveryEndpoints({
  inspectWallet,
  unfreezeWallet,
  inspectJournal,
  adoptJournal,
  requireOwnJournal,
}: Pick<
  ApiDependencies,
  'inspectWallet' | 'unfreezeWallet' | 'inspectJournal' | 'adoptJournal' | 'requireOwnJournal'
>): Endpoint[] {
  // One reading of the whole log serves all who ask meanwhile.
  const inspect = oneAtATime(inspectJournal);
  return [
    defineEndpoint({
      id: 'inspectWallet',
      method: 'get',
      path: '/v1/wallets/{name}/freeze',
      group: 'operations',
      scope: 'admin',
      summary: 'Show why a wallet is frozen',
      description: 'Asks the chains how many transactions the wallet has sent.',
      params,
      query: z.strictObject({ family }),
      answers: { 200: { description: 'What to compare.', schema: frozenWallet } },
      problems: ['UNKNOWN_WALLET', 'RPC_UNAVAILABLE'],
      async handle({ params: { name }, query: { family: given }, key }) {
        requireUnlimited(key);
        return { status: 200, body: frozenWalletJson(await inspectWallet(name, given), false) };
      },
    }),
    defineEndpoint({
      id: 'unfreezeWallet',
      method: 'post',
      path: '/v1/wallets/{name}/unfreeze',
      group: 'operations',
      scope: 'admin',
      summary: 'Release a frozen wallet',
      description: `Ferryman accepts what the chains show of the wallet up to now. ${elsewhere}`,
      params,
      body: release,
      bodyName: 'release',
      answers: { 200: { description: 'The wallet as it was.', schema: frozenWallet } },
      problems: [
        ...['UNKNOWN_WALLET', 'SIGNING_LOG_ELSEWHERE', 'JOURNAL_WENT_BACK'],
        ...['FREEZE_CHANGED', 'RPC_UNAVAILABLE'],
      ],
      async handle({
        params: { name },
        body: { family: given, reason, frozenReason },
        key,
        record,
      }) {
        requireUnlimited(key);
        await requireOwnJournal();
        const { wallet } = await inspectWallet(name, given);
        await record({
          subject: `wallet ${wallet.name}`,
          reason,
          data: { family: wallet.family, frozenReason: wallet.frozenReason },
        });
        const found = await unfreezeWallet({
          name: wallet.name,
          family: wallet.family,
          reason,
          ...(frozenReason === undefined ? {} : { frozenReason }),
          by: `API key ${key.id}`,
        });
        return { status: 200, body: frozenWalletJson(found, true) };
      },
    }),
    defineEndpoint({
      id: 'inspectJournal',
      method: 'get',
      path: '/v1/journal',
      group: 'operations',
      scope: 'admin',
      summary: 'Compare the journal with what the keys have signed',
      description: 'Reads the whole signing log of the process that answers. Changes nothing.',
      answers: { 200: { description: 'What the journal has lost.', schema: journalReport } },
      async handle({ key }) {
        requireUnlimited(key);
        return { status: 200, body: journalReportJson(await inspect()) };
      },
    }),
    defineEndpoint({
      id: 'adoptJournal',
      method: 'post',
      path: '/v1/journal/adopt',
      group: 'operations',
      scope: 'admin',
      summary: 'Accept the journal as the one that the keys sign for',
      description: `Read docs/operations/backups.md first: what is lost is never paid again, and signing logs that are missing count as gone. ${elsewhere}`,
      body: adoption,
      bodyName: 'adoption',
      answers: { 200: { description: 'What is lost for good.', schema: journalReport } },
      problems: ['SIGNING_LOG_ELSEWHERE', 'JOURNAL_FOREIGN', 'SIGNING_LOG_DAMAGED'],
      async handle({ body: { reason }, key, record }) {
        requireUnlimited(key);
        await requireOwnJournal();
        await record({ subject: 'journal', reason });
        const report = await adoptJournal({ reason, by: `API key ${key.id}` });
        return { status: 200, body: journalReportJson(report) };
      },
    }),
  ];
}
