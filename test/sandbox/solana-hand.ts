import { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import type { SandboxEndpoints, SolanaChainEndpoints } from '../../sandbox/endpoints.ts';
import { waitFor } from '../support/wait-for.ts';
import { served, serviceByHand, type Trade } from './service-by-hand.ts';

/** The native coin, as the router and the control server know it on Solana. */
export const SOL_ADDRESS = 'So11111111111111111111111111111111111111111';

export interface SolanaSwapAnswer {
  readonly transaction: { readonly data: string };
  readonly estimate: {
    readonly destinationWeiAmount: string;
    readonly destinationWeiMinAmount: string;
  };
  readonly providerType: string;
  readonly swapType: 'on-chain' | 'cross-chain';
  readonly uniqueInfo: Readonly<Record<string, string>>;
}

export type SolanaHand = ReturnType<typeof solanaHand>;

/** For conditions that hold soon, on a machine that may be busy. */
/**
 * Plain calls to a sandbox's Solana, as a person with web3.js would make them; shares no code with
 * the sandbox.
 */
export function solanaHand(endpoints: SandboxEndpoints) {
  const chain = endpoints.chains.SOLANA as SolanaChainEndpoints;
  const connection = new Connection(chain.rpcUrls[0]!, 'confirmed');

  const {
    router,
    control,
    tokenOn,
    baseUnits,
    fund: fundOn,
    tradeBody,
  } = serviceByHand(endpoints, { SOLANA: SOL_ADDRESS });

  const fund = (symbol: string, address: string, whole: string) =>
    fundOn('SOLANA', symbol, address, whole);
  const walletWith = async (funds: Readonly<Record<string, string>>): Promise<Keypair> => {
    const wallet = Keypair.generate();
    for (const [symbol, whole] of Object.entries(funds))
      await fund(symbol, wallet.publicKey.toBase58(), whole);
    return wallet;
  };

  /** Quote and swap data. */
  const prepare = async (trade: Trade, owner: Keypair): Promise<SolanaSwapAnswer> => {
    const body = tradeBody(trade, owner.publicKey.toBase58());
    const { id } = served<{ id: string }>(await router('/api/routes/quoteBest', body));
    return served(await router('/api/routes/swap', { ...body, id }));
  };

  /** Sends bytes until a confirmed block has them. */
  const land = (bytes: Uint8Array): Promise<string> =>
    waitFor(async () => {
      const signature = await connection.sendRawTransaction(bytes, { skipPreflight: true });
      const { value } = await connection.getSignatureStatuses([signature]);
      const { confirmationStatus, err } = value[0] ?? {};
      if (confirmationStatus === undefined || confirmationStatus === 'processed')
        throw new Error('not confirmed');
      if (err !== null) throw new Error(`failed: ${JSON.stringify(err)}`);
      return signature;
    });

  const execute = async (trade: Trade, owner: Keypair) => {
    const answer = await prepare(trade, owner);
    return { answer, signature: await land(signedBy(owner, answer.transaction.data).serialize()) };
  };

  const status = async (
    srcTxHash: string,
  ): Promise<{ status: string; destinationTxHash: string | null }> =>
    served(await router(`/api/info/statusExtended?srcTxHash=${srcTxHash}`));
  const settled = (srcTxHash: string, until = 'SUCCESS'): Promise<string | null> =>
    waitFor(async () => {
      const found = await status(srcTxHash);
      if (found.status !== until) throw new Error(`${srcTxHash} is ${found.status}`);
      return found.destinationTxHash;
    });

  const orderOf = async (sourceTx: string) => {
    const { orders } = served<{ orders: Readonly<Record<string, string | null>>[] }>(
      await control('/orders'),
    );
    return orders.find((one) => one.sourceTx === sourceTx)!;
  };

  return {
    chain,
    connection,
    router,
    control,
    tokenOn,
    baseUnits,
    fund,
    walletWith,
    tradeBody,
    prepare,
    land,
    execute,
    status,
    settled,
    orderOf,
    /** What somebody says of a trade from Solana that went well. */
    routeOf: (
      trade: Trade,
      owner: Keypair,
      { answer, signature }: Awaited<ReturnType<typeof execute>>,
    ) =>
      ({
        kind: answer.swapType,
        provider: answer.providerType,
        account: owner.publicKey.toBase58(),
        from: 'SOLANA',
        fromToken: tokenOn('SOLANA', trade.fromToken),
        to: trade.to,
        toToken: tokenOn(trade.to, trade.toToken),
        receiver: trade.receiver,
        amountIn: `${baseUnits('SOLANA', trade.fromToken, trade.amount)}`,
        amountOut: answer.estimate.destinationWeiAmount,
        minOut: answer.estimate.destinationWeiMinAmount,
        sourceTx: signature,
        destinationTx: null,
      }) satisfies AuditRoute,
    balance: async (symbol: string, owner: PublicKey): Promise<bigint> => {
      if (symbol === 'SOL') return BigInt(await connection.getBalance(owner));
      const mint = new PublicKey(tokenOn('SOLANA', symbol));
      const { value } = await connection.getTokenAccountsByOwner(owner, { mint });
      return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(64), 0n);
    },
  };
}

/** Signs the router's transaction, in whichever of its two forms it came. */
export function signedBy(wallet: Keypair, data: string): VersionedTransaction {
  const bytes = data.startsWith('0x')
    ? Buffer.from(data.slice(2), 'hex')
    : Buffer.from(data, 'base64');
  const transaction = VersionedTransaction.deserialize(bytes);
  transaction.sign([wallet]);
  return transaction;
}
