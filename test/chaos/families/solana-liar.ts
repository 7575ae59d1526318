import { z } from 'zod';
import type { LieHow } from '../faults.ts';
import { blocksBehind, createLiar, type Liar } from '../proxies/liar.ts';
import { type Answer, bendAnswers, type Question } from './bend-answers.ts';
import { askNode } from './json-rpc.ts';

/** Among so many slots there are that many blocks, also where some have none. */
const slotsLookedAt = 40;
/** Blocks that may follow the one whose hash a transaction names. */
const blockhashLifetime = 150;
const blockNotAvailable = -32004;
const failure = { InstructionError: [0, 'InvalidArgument'] };

interface Head {
  slot: number;
  height: number;
}

/** What it has of each certainty; `processed` is as `confirmed`. */
interface Heads {
  confirmed: Head & { blockhash: string };
  finalized: Head;
}

const commitments = z.object({
  commitment: z.enum(['processed', 'confirmed', 'finalized']).default('finalized'),
});
const status = z.looseObject({ slot: z.int(), confirmationStatus: z.string() }).nullable();
const statuses = z.looseObject({ value: z.array(status) });
const inSlot = z.looseObject({ slot: z.int() });

/**
 * A node of Solana that is behind the chain, has not got what another one has, or says that
 * everything failed.
 */
export function createSolanaLiar(nodeUrl: string): Liar {
  async function headBehind(commitment: 'confirmed' | 'finalized'): Promise<Head> {
    const [slot, height] = await Promise.all(
      ['getSlot', 'getBlockHeight'].map((method) =>
        askNode(nodeUrl, method, [{ commitment }], z.int()),
      ),
    );
    const range = [(slot ?? 0) - slotsLookedAt, slot, { commitment: 'confirmed' }];
    const slots = await askNode(nodeUrl, 'getBlocks', range, z.array(z.int()));
    return { slot: slots.at(-1 - blocksBehind) ?? 0, height: (height ?? 0) - blocksBehind };
  }

  return createLiar<Heads>({
    async readHeads() {
      const [confirmed, finalized] = await Promise.all([
        headBehind('confirmed'),
        headBehind('finalized'),
      ]);
      const params = [
        confirmed.slot,
        { commitment: 'confirmed', transactionDetails: 'none', rewards: false },
      ];
      const { blockhash } = await askNode(
        nodeUrl,
        'getBlock',
        params,
        z.object({ blockhash: z.string() }),
      );
      return { confirmed: { ...confirmed, blockhash }, finalized };
    },
    tell: (lie, request, forward) =>
      bendAnswers(request, forward, {
        ask: (question) => question,
        tell: (question, answer) =>
          answer.result === undefined ? answer : retell(question, answer, lie),
      }),
  });
}

function retell(
  question: Question,
  answer: Answer,
  { how, heads }: { how: LieHow; heads: Heads },
): Answer {
  switch (how) {
    case 'behind':
      return tellOfOld(question, answer, heads);
    case 'unknown-transaction':
      return withStatuses(question, answer, (one) =>
        one?.confirmationStatus === 'processed' ? null : one,
      );
    case 'unknown-outcome':
      if (question.method === 'getTransaction') return { ...answer, result: null };
      return withStatuses(question, answer, () => null);
    case 'failed-outcome':
      if (question.method === 'getTransaction') return withFailure(answer);
      return withStatuses(question, answer, (one) => one && { ...one, err: failure });
    // There are none on this chain.
    case 'used-nonces':
      return answer;
  }
}

function withFailure(answer: Answer): Answer {
  const told = z
    .looseObject({ meta: z.looseObject({}).default({}) })
    .nullable()
    .parse(answer.result);
  return told ? { ...answer, result: { ...told, meta: { ...told.meta, err: failure } } } : answer;
}

/**
 * Of blocks and transactions; balances and simulations are of the newest state, since nodes keep no
 * earlier one.
 */
function tellOfOld(question: Question, answer: Answer, heads: Heads): Answer {
  const { method, params = [] } = question;
  const { confirmed, finalized } = heads;
  switch (method) {
    case 'getSlot':
      return { ...answer, result: headFor(params[0], heads).slot };
    case 'getBlockHeight':
      return { ...answer, result: headFor(params[0], heads).height };
    case 'getLatestBlockhash': {
      const { blockhash, height } = confirmed;
      const value = { blockhash, lastValidBlockHeight: height + blockhashLifetime };
      return { ...answer, result: { context: { slot: confirmed.slot }, value } };
    }
    case 'getBlock':
    case 'getBlockTime': {
      const slot = z.int().parse(params[0]);
      if (slot <= confirmed.slot) return answer;
      return {
        id: answer.id,
        error: { code: blockNotAvailable, message: `Block not available for slot ${slot}` },
      };
    }
    case 'getTransaction': {
      const found = inSlot.nullable().parse(answer.result);
      return found && found.slot > headFor(params[1], heads).slot
        ? { ...answer, result: null }
        : answer;
    }
    default:
      return withStatuses(question, answer, (one) => {
        if (!one || one.slot > confirmed.slot) return null;
        return one.slot > finalized.slot ? { ...one, confirmationStatus: 'confirmed' } : one;
      });
  }
}

function headFor(config: unknown, { confirmed, finalized }: Heads): Head {
  return commitments.parse(config ?? {}).commitment === 'finalized' ? finalized : confirmed;
}

function withStatuses(
  { method }: Question,
  answer: Answer,
  change: (one: z.output<typeof status>) => z.output<typeof status>,
): Answer {
  if (method !== 'getSignatureStatuses') return answer;
  const told = statuses.parse(answer.result);
  return { ...answer, result: { ...told, value: told.value.map(change) } };
}
