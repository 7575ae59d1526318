import { isAddressEqual } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SignedHistory, SignedQuestion } from '../../../ports/signed-history.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { TronChain } from '../formats/chain.ts';
import { requireAccount } from './accounts.ts';
import { maybeSignedBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readHeadBlocks } from './head.ts';
import { longestValidity } from './prepare.ts';

/** Maximum blocks that one search reads, each a few hundred kilobytes: two hours on TRON. */
const maxBlocks = 2_400n;
/** Blocks that are read at a time. */
const atOnce = 8n;
/** Tolerated clock difference between witnesses and the signer, in blocks. */
const clocksDiffer = 10;

/**
 * Full nodes have no index of accounts, so the solidified blocks are read, newest first. Once a
 * solidified block is later than every expiration of the period, all transactions signed in it are
 * in these blocks or can never land.
 */
export async function signedWithin(
  endpoint: Endpoint,
  chain: TronChain,
  { account, from, until }: SignedQuestion,
): Promise<SignedHistory> {
  const owner = requireAccount(account);
  const { solidified } = await readHeadBlocks(endpoint);
  const margin = longestValidity(chain) + clocksDiffer * chain.blockTimeMs;
  const wait = until + margin - solidified.time;
  if (wait > 0) return { kind: 'open', retryAfter: wait };

  const txIds: string[] = [];
  for (let to = solidified.number; to > solidified.number - maxBlocks; to -= atOnce) {
    const blocks = await mapBounded(numbersDown(to), (number) => readSignedBlock(endpoint, number));
    for (const { transactions } of blocks) {
      const own = transactions.filter(({ owners }) =>
        owners.some((one) => isAddressEqual(one, owner)),
      );
      txIds.push(...own.map(({ id }) => id));
    }
    const isOver = blocks.some(({ number, time }) => number === 0n || time < from - margin);
    if (isOver) return { kind: 'whole', txIds };
  }
  return { kind: 'cut', txIds };
}

function numbersDown(from: bigint): bigint[] {
  const numbers: bigint[] = [];
  for (let number = from; number > from - atOnce && number >= 0n; number -= 1n)
    numbers.push(number);
  return numbers;
}

async function readSignedBlock(endpoint: Endpoint, number: bigint) {
  const { host } = endpoint;
  const found = await endpoint.read(
    'wallet/getblock',
    { id_or_num: `${number}`, detail: true },
    maybeSignedBlock,
  );
  if (!found)
    throw new FerrymanError('RPC_UNAVAILABLE', `${host} does not have block ${number}`, {
      details: { host },
    });
  if (found.number !== number)
    throw new FerrymanError('RPC_MALFORMED', `${host} answers with another block`);
  return found;
}
