import { zeroAddress } from 'viem';
import { z } from 'zod';
import { asTransactionId, bitcoinNotation } from '../bitcoin/bitcoin-notation.ts';
import type { BitcoinChainEndpoints, SandboxChainName } from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { AuditReader, AuditReceipt, SentTransaction } from './audit-reader.ts';
import type { ChainSnapshot } from './audit-types.ts';

const satoshis = z.int().min(0).transform(BigInt);
const output = z.object({ scriptpubkey: z.string(), value: satoshis });
const transaction = z.object({
  txid: z.string(),
  vin: z.array(z.object({ prevout: output.nullable() })),
  vout: z.array(output),
  fee: satoshis,
  status: z.object({ block_height: z.int().optional() }),
});

type Transaction = z.output<typeof transaction>;
type Output = z.output<typeof output>;

const { renderAddress, renderTransactionId } = bitcoinNotation;

/** Reads Bitcoin through an Esplora API. Balances are the sum of the included transactions. */
export function bitcoinReader(
  chain: SandboxChainName,
  { esploraUrls: [url] }: BitcoinChainEndpoints,
): AuditReader {
  if (url === undefined) throw new SandboxError('bad-option', `${chain} has no Esplora address.`);

  /** @returns undefined if the node does not have it */
  const ask = async (path: string): Promise<string | undefined> => {
    const response = await fetch(`${url}${path}`);
    const text = await response.text();
    if (response.status === 404) return undefined;
    if (!response.ok)
      throw new SandboxError(
        'engine-failed',
        `The node answers ${response.status} to ${path}: ${text}`,
      );
    return text;
  };

  /** All transactions that pay to or from an account in blocks up to `upTo`, each once. */
  const readHistory = async (account: ChainAddress, upTo: bigint): Promise<Transaction[]> => {
    const path = `/address/${renderAddress(account)}/txs/chain`;
    const found: Transaction[] = [];
    for (let last: string | undefined; ; ) {
      const page = z
        .array(transaction)
        .parse(JSON.parse((await ask(last ? `${path}/${last}` : path)) ?? '[]'));
      found.push(...page);
      last = page.at(-1)?.txid;
      if (last === undefined) break;
    }
    return found.filter(({ status }) => heightOf(status) <= upTo);
  };

  return {
    async takeSnapshot(accounts): Promise<ChainSnapshot> {
      const blockNumber = BigInt((await ask('/blocks/tip/height')) ?? '0');
      const balances = accounts.map(async (account) => {
        const history = await readHistory(account, blockNumber);
        const amount = history.reduce((sum, one) => sum + changeOf(one, account), 0n);
        return { account, token: zeroAddress, amount };
      });
      return { chain, blockNumber, balances: await Promise.all(balances), nonces: [] };
    },

    async findTransactions(opening, closing) {
      const found = closing.balances.map(async ({ account }) => {
        const history = await readHistory(account, closing.blockNumber);
        const sent = history.filter(
          (one) => heightOf(one.status) > opening.blockNumber && senderOf(one) === account,
        );
        return sent.map((one): SentTransaction => {
          const id = asTransactionId(one.txid);
          return {
            id,
            account,
            to: null,
            input: '0x',
            value: -changeOf(one, account) - one.fee,
            fee: one.fee,
          };
        });
      });
      return (await Promise.all(found)).flat();
    },

    async findReceipt(id: TransactionId): Promise<AuditReceipt | undefined> {
      const text = await ask(`/tx/${renderTransactionId(id)}`);
      if (text === undefined) return undefined;
      const found = transaction.parse(JSON.parse(text));
      const from = senderOf(found);
      if (found.status.block_height === undefined || from === undefined) return undefined;
      return {
        id,
        blockNumber: heightOf(found.status),
        isSuccessful: true,
        from,
        listsAllNative: true,
        gained: (account) => changeOf(found, account) + (account === from ? found.fee : 0n),
      };
    },

    // A deposit is a plain payment without a fixed fee.
    readFixedFee: async () => 0n,
  };
}

function heightOf({ block_height }: Transaction['status']): bigint {
  return BigInt(block_height ?? Number.MAX_SAFE_INTEGER);
}

/** The change of an account's balance, the fee included. */
function changeOf({ vin, vout }: Transaction, account: ChainAddress): bigint {
  const sumOf = (outputs: readonly Output[]) =>
    outputs.filter((one) => scriptOf(one) === account).reduce((sum, { value }) => sum + value, 0n);
  return sumOf(vout) - sumOf(vin.flatMap(({ prevout }) => prevout ?? []));
}

/**
 * The owner of the first input, who pays the fee in the audit.
 * @returns undefined for a coinbase
 */
function senderOf({ vin }: Transaction): ChainAddress | undefined {
  const first = vin[0]?.prevout;
  return first ? scriptOf(first) : undefined;
}

function scriptOf({ scriptpubkey }: Output): ChainAddress {
  return `0x${scriptpubkey}`;
}
