import { z } from 'zod';
import { SandboxError } from '../sandbox-error.ts';
import { TOKEN_PROGRAM } from './programs.ts';
import { readTokenAccount } from './token-account.ts';

/** The balances of wallets at one slot. */
export interface Holdings {
  readonly slot: number;
  readonly wallets: readonly WalletHoldings[];
}

interface WalletHoldings {
  readonly address: string;
  readonly lamports: bigint;
  /** The wallet's token accounts. Their lamports are rent. */
  readonly tokens: readonly {
    readonly address: string;
    readonly mint: string;
    readonly amount: bigint;
    readonly lamports: bigint;
  }[];
}

const inContext = <Value extends z.ZodType>(value: Value) =>
  z.object({ result: z.object({ context: z.object({ slot: z.number() }), value }) });
const balanceAnswer = inContext(z.number());
const accountsAnswer = inContext(
  z.array(
    z.object({
      pubkey: z.string(),
      account: z.object({ data: z.tuple([z.string(), z.string()]), lamports: z.number() }),
    }),
  ),
);

const MOST_READINGS = 20;

/**
 * Reads all balances of wallets at the newest confirmed slot, the same for all.
 * @throws {SandboxError} `engine-failed` if the node repeatedly answers from different slots
 */
export async function readHoldings(rpcUrl: string, wallets: readonly string[]): Promise<Holdings> {
  for (let reading = 0; reading < MOST_READINGS; reading++) {
    const answers = wallets.length === 0 ? [] : await ask(rpcUrl, wallets);
    const slots = new Set(answers.flatMap(({ slots: read }) => read));
    const [slot = 0] = slots;
    if (slots.size <= 1) return { slot, wallets: answers.map(({ holdings }) => holdings) };
  }
  throw new SandboxError('engine-failed', 'The node does not answer a batch from one slot.');
}

async function ask(rpcUrl: string, wallets: readonly string[]) {
  const config = { commitment: 'confirmed', encoding: 'base64' };
  const requests = wallets.flatMap((address) => [
    { method: 'getBalance', params: [address, config] },
    {
      method: 'getTokenAccountsByOwner',
      params: [address, { programId: TOKEN_PROGRAM.toBase58() }, config],
    },
  ]);
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request }))),
  });
  const answers = z.array(z.unknown()).parse(await response.json());
  return wallets.map((address, index) => {
    const { context, value: lamports } = balanceAnswer.parse(answers[2 * index]).result;
    const accounts = accountsAnswer.parse(answers[2 * index + 1]).result;
    const tokens = accounts.value.flatMap(({ pubkey, account }) => {
      const data = Buffer.from(account.data[0], 'base64');
      const held = readTokenAccount({ ...account, data, owner: TOKEN_PROGRAM.toBytes() });
      const { mint, amount } = held ?? {};
      if (mint === undefined || amount === undefined) return [];
      return [
        { address: pubkey, mint: mint.toBase58(), amount, lamports: BigInt(account.lamports) },
      ];
    });
    return {
      slots: [context.slot, accounts.context.slot],
      holdings: { address, lamports: BigInt(lamports), tokens },
    };
  });
}
