import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  formatUnits,
  type Hash,
  type Hex,
  http,
  type TransactionReceipt,
  zeroAddress,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { EvmChainName, SandboxEndpoints } from '../../sandbox/endpoints.ts';

/**
 * Plain calls to a sandbox, as a person with a wallet would make them; shares no code with the
 * sandbox.
 */
export type Hand = ReturnType<typeof byHand>;

export interface SwapAnswer {
  readonly transaction: {
    readonly to: Address;
    readonly data: Hex;
    readonly value: string;
    readonly approvalAddress?: Address;
  };
  readonly estimate: {
    readonly destinationWeiAmount: string;
    readonly destinationWeiMinAmount: string;
    readonly slippage: number;
  };
  readonly fees: {
    readonly gasTokenFees: Readonly<
      Record<'protocol' | 'provider', { readonly fixedWeiAmount: string }>
    >;
    readonly percentFees: { readonly percent: number };
  };
  readonly providerType: string;
  readonly swapType: string;
  readonly uniqueInfo: Readonly<Record<string, string>>;
}

export interface QuoteAnswer extends SwapAnswer {
  readonly id: string;
}

export interface OrderAnswer {
  readonly orderId: Hex;
  readonly quoteId: string | null;
  readonly state: string;
  readonly sourceTx: Hash | null;
  readonly payoutTx: Hash | null;
  readonly payoutToken: Address;
  readonly payoutAmount: string;
  readonly refundTx: Hash | null;
  readonly refundAmount: string | null;
  readonly receiver: Address;
  readonly amountOut: string;
  readonly reason: string | null;
}

export interface TradeRequest {
  readonly from: EvmChainName;
  readonly fromToken: string;
  readonly to: EvmChainName;
  readonly toToken: string;
  /** In whole tokens. */
  readonly amount: string;
  readonly receiver: Address;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** One coin of ETH for USDC on POLYGON. */
export function coinToPolygon(receiver: Address, extra?: TradeRequest['extra']): TradeRequest {
  const trade = {
    from: 'ETH',
    fromToken: 'ETH',
    to: 'POLYGON',
    toToken: 'USDC',
    amount: '1',
    receiver,
  } as const;
  return extra === undefined ? trade : { ...trade, extra };
}

/** USDC for DAI, both on ETH. */
export function usdcForDai(
  receiver: Address,
  amount: string,
  extra?: TradeRequest['extra'],
): TradeRequest {
  const trade = {
    from: 'ETH',
    fromToken: 'USDC',
    to: 'ETH',
    toToken: 'DAI',
    amount,
    receiver,
  } as const;
  return extra === undefined ? trade : { ...trade, extra };
}

export function byHand(endpoints: SandboxEndpoints) {
  const request = async (
    url: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(url, body === undefined ? {} : init);
    return { status: response.status, body: await response.json() };
  };

  const client = (chain: EvmChainName) => {
    const { chainId, rpcUrls, nativeToken } = endpoints.chains[chain];
    const definition = defineChain({
      id: chainId,
      name: chain,
      nativeCurrency: { name: nativeToken.symbol, ...nativeToken },
      rpcUrls: { default: { http: rpcUrls } },
    });
    return createPublicClient({
      chain: definition,
      transport: http(rpcUrls[0]),
      cacheTime: 0,
      pollingInterval: 30,
    });
  };

  /** The zero address for the native coin's symbol. */
  const tokenAddress = (chain: EvmChainName, symbol: string): Address => {
    const { tokens, nativeToken } = endpoints.chains[chain];
    return symbol === nativeToken.symbol
      ? zeroAddress
      : tokens.find((token) => token.symbol === symbol)!.address;
  };

  const decimals = (chain: EvmChainName, symbol: string): number =>
    endpoints.chains[chain].tokens.find((token) => token.symbol === symbol)?.decimals ?? 18;

  const balance = (chain: EvmChainName, symbol: string, owner: Address): Promise<bigint> => {
    const token = tokenAddress(chain, symbol);
    return token === zeroAddress
      ? client(chain).getBalance({ address: owner })
      : client(chain).readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [owner],
        });
  };

  const fund = async (
    chain: EvmChainName,
    symbol: string,
    address: Address,
    whole: bigint,
  ): Promise<void> => {
    const amountBaseUnits = `${whole * 10n ** BigInt(decimals(chain, symbol))}`;
    const token = tokenAddress(chain, symbol);
    const answer = await request(`${endpoints.control.url}/fund`, {
      chain,
      address,
      token,
      amountBaseUnits,
    });
    if (answer.status !== 200) throw new Error(`Not funded: ${JSON.stringify(answer.body)}`);
  };

  const wallet = () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const send = async (
      chain: EvmChainName,
      transaction: { readonly to: Address; readonly data?: Hex; readonly value?: string },
      nonce?: number,
    ): Promise<TransactionReceipt> => {
      const reader = client(chain);
      const signer = createWalletClient({
        account,
        chain: reader.chain,
        transport: http(reader.transport.url),
      });
      const hash = await signer.sendTransaction({
        to: transaction.to,
        data: transaction.data ?? '0x',
        value: BigInt(transaction.value ?? '0'),
        gas: 1_000_000n,
        ...(nonce === undefined ? {} : { nonce }),
      });
      return reader.waitForTransactionReceipt({ hash });
    };
    return { address: account.address, send };
  };

  /** A new wallet that holds so many whole coins and tokens, by their symbols, on ETH. */
  const walletWith = async (funds: Readonly<Record<string, bigint>>) => {
    const made = wallet();
    for (const [symbol, whole] of Object.entries(funds))
      await fund('ETH', symbol, made.address, whole);
    return made;
  };

  const tradeBody = (
    { from, fromToken, to, toToken, amount, receiver, extra }: TradeRequest,
    sender: Address,
  ) => ({
    srcTokenBlockchain: from,
    srcTokenAddress: tokenAddress(from, fromToken),
    srcTokenAmount: amount,
    dstTokenBlockchain: to,
    dstTokenAddress: tokenAddress(to, toToken),
    referrer: 'ferryman.test',
    fromAddress: sender,
    receiver,
    ...extra,
  });

  const router = (path: string, body?: unknown) => request(`${endpoints.router.url}${path}`, body);
  const quote = async (trade: TradeRequest, sender: Address): Promise<QuoteAnswer> =>
    ok(await router('/api/routes/quoteBest', tradeBody(trade, sender)));
  const swap = async (trade: TradeRequest, sender: Address, id: string): Promise<SwapAnswer> =>
    ok(await router('/api/routes/swap', { ...tradeBody(trade, sender), id }));

  /** Approves what is missing, by the router's own transaction. */
  const approve = async (
    trade: TradeRequest,
    owner: ReturnType<typeof wallet>,
    spender?: Address,
  ): Promise<void> => {
    if (spender === undefined) return;
    const query = new URLSearchParams({
      blockchain: trade.from,
      tokenAddress: tokenAddress(trade.from, trade.fromToken),
      walletAddress: owner.address,
      spenderAddress: spender,
      amount: trade.amount,
    });
    const answer: { needApprove: boolean; transaction: SwapAnswer['transaction'] } = ok(
      await router(`/api/utility/checkApprove?${query}`),
    );
    if (!answer.needApprove) return;
    const receipt = await owner.send(trade.from, answer.transaction);
    if (receipt.status !== 'success') throw new Error('The approval was reverted.');
  };

  /** Quote, approve, swap, send: everything up to the source receipt. */
  const execute = async (trade: TradeRequest, owner: ReturnType<typeof wallet>) => {
    const quoted = await quote(trade, owner.address);
    await approve(trade, owner, quoted.transaction.approvalAddress);
    const answer = await swap(trade, owner.address, quoted.id);
    const receipt = await owner.send(trade.from, answer.transaction);
    return { quoted, answer, receipt };
  };

  const status = async (
    srcTxHash: string,
  ): Promise<{ status: string; destinationTxHash: Hash | null }> =>
    ok(await router(`/api/info/statusExtended?srcTxHash=${srcTxHash}`));
  const orders = async (): Promise<{
    orders: OrderAnswer[];
    unattributedDeposits: { orderId: Hex; reason: string }[];
  }> => ok(await request(`${endpoints.control.url}/orders`));

  return {
    client,
    tokenAddress,
    decimals,
    balance,
    fund,
    wallet,
    walletWith,
    router,
    tradeBody,
    quote,
    swap,
    approve,
    execute,
    status,
    orders,
    control: (path: string, body?: unknown) => request(`${endpoints.control.url}${path}`, body),
    engine: (chain: EvmChainName) =>
      createTestClient({
        mode: 'anvil',
        chain: client(chain).chain,
        transport: http(endpoints.chains[chain].rpcUrls[0]),
      }),
    units: (chain: EvmChainName, symbol: string, base: bigint) =>
      formatUnits(base, decimals(chain, symbol)),
  };
}

/** The body of an answer that has to be one of success. */
function ok<T>({ status, body }: { status: number; body: unknown }): T {
  if (status !== 200 || (body as { error?: unknown }).error !== undefined) {
    throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  }
  return body as T;
}
