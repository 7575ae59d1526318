import { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { vi } from 'vitest';
import type { SandboxChainName, SandboxEndpoints, SolanaChainEndpoints } from '../../sandbox/endpoints.ts';
import type { LedgerRoute } from '../../sandbox/ledger/ledger-types.ts';

/** The native coin, as the router and the control server know it on Solana. */
export const SOL_ADDRESS = 'So11111111111111111111111111111111111111111';

export interface SolanaTrade {
  readonly from: SandboxChainName;
  readonly fromToken: string;
  readonly to: SandboxChainName;
  readonly toToken: string;
  /** In whole tokens. */
  readonly amount: string;
  readonly receiver: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface SolanaSwapAnswer {
  readonly transaction: { readonly data: string };
  readonly estimate: { readonly destinationWeiAmount: string; readonly destinationWeiMinAmount: string };
  readonly providerType: string;
  readonly swapType: 'on-chain' | 'cross-chain';
  readonly uniqueInfo: Readonly<Record<string, string>>;
}

export type SolanaHand = ReturnType<typeof solanaHand>;

/** For conditions that hold soon, on a machine that may be busy. */
const SOON = { timeout: 30_000, interval: 40 };

/** Plain calls to a sandbox's Solana, as a person with web3.js would make them; shares no code with the sandbox. */
export function solanaHand(endpoints: SandboxEndpoints) {
  const chain = endpoints.chains.SOLANA as SolanaChainEndpoints;
  const connection = new Connection(chain.rpcUrls[0]!, 'confirmed');

  const ask = async (url: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(url, body === undefined ? {} : init);
    return { status: response.status, body: await response.json() };
  };
  const router = (path: string, body?: unknown) => ask(`${endpoints.router.url}${path}`, body);
  const control = (path: string, body?: unknown) => ask(`${endpoints.control.url}${path}`, body);

  /** The native coin by its own symbol. */
  const tokenOn = (name: SandboxChainName, symbol: string): string => {
    const { tokens, nativeToken } = endpoints.chains[name]!;
    const native = name === 'SOLANA' ? SOL_ADDRESS : `0x${'0'.repeat(40)}`;
    return symbol === nativeToken.symbol ? native : tokens.find((one) => one.symbol === symbol)!.address;
  };
  const decimalsOn = (name: SandboxChainName, symbol: string): number => {
    const { tokens, nativeToken } = endpoints.chains[name]!;
    return symbol === nativeToken.symbol ? nativeToken.decimals : tokens.find((one) => one.symbol === symbol)!.decimals;
  };
  const baseUnits = (name: SandboxChainName, symbol: string, whole: string): bigint => {
    const [units = '', fraction = ''] = whole.split('.');
    return BigInt(`${units}${fraction.padEnd(decimalsOn(name, symbol), '0')}`);
  };

  const fund = async (symbol: string, address: string, whole: string): Promise<void> => {
    const amountBaseUnits = `${baseUnits('SOLANA', symbol, whole)}`;
    const gift = { chain: 'SOLANA', address, token: tokenOn('SOLANA', symbol), amountBaseUnits };
    const answer = await control('/fund', gift);
    if (answer.status !== 200) throw new Error(`Not funded: ${JSON.stringify(answer.body)}`);
  };
  const walletWith = async (funds: Readonly<Record<string, string>>): Promise<Keypair> => {
    const wallet = Keypair.generate();
    for (const [symbol, whole] of Object.entries(funds)) await fund(symbol, wallet.publicKey.toBase58(), whole);
    return wallet;
  };

  const tradeBody = ({ from, fromToken, to, toToken, amount, receiver, extra }: SolanaTrade, fromAddress: string) => ({
    srcTokenBlockchain: from,
    srcTokenAddress: tokenOn(from, fromToken),
    srcTokenAmount: amount,
    dstTokenBlockchain: to,
    dstTokenAddress: tokenOn(to, toToken),
    fromAddress,
    receiver,
    ...extra,
  });

  /** Quote and swap data. */
  const prepare = async (trade: SolanaTrade, owner: Keypair): Promise<SolanaSwapAnswer> => {
    const body = tradeBody(trade, owner.publicKey.toBase58());
    const { id } = served<{ id: string }>(await router('/api/routes/quoteBest', body));
    return served(await router('/api/routes/swap', { ...body, id }));
  };

  /** Sends bytes until a confirmed block has them. */
  const land = (bytes: Uint8Array): Promise<string> =>
    vi.waitFor(async () => {
      const signature = await connection.sendRawTransaction(bytes, { skipPreflight: true });
      const { value } = await connection.getSignatureStatuses([signature]);
      const { confirmationStatus, err } = value[0] ?? {};
      if (confirmationStatus === undefined || confirmationStatus === 'processed') throw new Error('not confirmed');
      if (err !== null) throw new Error(`failed: ${JSON.stringify(err)}`);
      return signature;
    }, SOON);

  const execute = async (trade: SolanaTrade, owner: Keypair) => {
    const answer = await prepare(trade, owner);
    return { answer, signature: await land(signedBy(owner, answer.transaction.data).serialize()) };
  };

  const status = async (srcTxHash: string): Promise<{ status: string; destinationTxHash: string | null }> =>
    served(await router(`/api/routes/status?srcTxHash=${srcTxHash}`));
  const settled = (srcTxHash: string, until = 'SUCCESS'): Promise<string | null> =>
    vi.waitFor(async () => {
      const found = await status(srcTxHash);
      if (found.status !== until) throw new Error(`${srcTxHash} is ${found.status}`);
      return found.destinationTxHash;
    }, SOON);

  const orderOf = async (sourceTx: string) => {
    const { orders } = served<{ orders: Readonly<Record<string, string | null>>[] }>(await control('/orders'));
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
    routeOf: (trade: SolanaTrade, owner: Keypair, { answer, signature }: Awaited<ReturnType<typeof execute>>) =>
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
      }) satisfies LedgerRoute,
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
  const bytes = data.startsWith('0x') ? Buffer.from(data.slice(2), 'hex') : Buffer.from(data, 'base64');
  const transaction = VersionedTransaction.deserialize(bytes);
  transaction.sign([wallet]);
  return transaction;
}

/** The body of an answer that has to be one of success. */
export function served<T>({ status, body }: { status: number; body: unknown }): T {
  if (status !== 200 || (body as { error?: unknown }).error !== undefined) {
    throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  }
  return body as T;
}
