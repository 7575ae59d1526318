import { zeroAddress } from 'viem';
import type { SandboxChainName, SandboxEndpoints } from '../../sandbox/endpoints.ts';

/** A swap, as a person thinks of it. */
export interface Trade {
  readonly from: SandboxChainName;
  readonly fromToken: string;
  readonly to: SandboxChainName;
  readonly toToken: string;
  /** In whole tokens. */
  readonly amount: string;
  readonly receiver: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Plain calls to a sandbox's router and control server, for payers of any family; shares no code
 * with the sandbox.
 * @param natives how the native coin is written, where it is not the zero address
 */
export function serviceByHand(
  endpoints: SandboxEndpoints,
  natives: Readonly<Partial<Record<SandboxChainName, string>>> = {},
) {
  const ask = async (url: string, body?: unknown): Promise<Answer> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(url, body === undefined ? {} : init);
    return { status: response.status, body: await response.json() };
  };
  const router = (path: string, body?: unknown) => ask(`${endpoints.router.url}${path}`, body);
  const control = (path: string, body?: unknown) => ask(`${endpoints.control.url}${path}`, body);

  /** The native coin by its own symbol. */
  const tokenOn = (name: SandboxChainName, symbol: string): string => {
    const { tokens, nativeToken } = endpoints.chains[name]!;
    if (symbol === nativeToken.symbol) return natives[name] ?? zeroAddress;
    return tokens.find((one) => one.symbol === symbol)!.address;
  };
  const baseUnits = (name: SandboxChainName, symbol: string, whole: string): bigint => {
    const { tokens, nativeToken } = endpoints.chains[name]!;
    const { decimals } =
      symbol === nativeToken.symbol ? nativeToken : tokens.find((one) => one.symbol === symbol)!;
    const [units = '', fraction = ''] = whole.split('.');
    return BigInt(`${units}${fraction.padEnd(decimals, '0')}`);
  };

  return {
    router,
    control,
    tokenOn,
    baseUnits,
    async fund(
      chain: SandboxChainName,
      symbol: string,
      address: string,
      whole: string,
    ): Promise<void> {
      const amountBaseUnits = `${baseUnits(chain, symbol, whole)}`;
      served(
        await control('/fund', { chain, address, token: tokenOn(chain, symbol), amountBaseUnits }),
      );
    },
    tradeBody: (
      { from, fromToken, to, toToken, amount, receiver, extra }: Trade,
      fromAddress: string,
    ) => ({
      srcTokenBlockchain: from,
      srcTokenAddress: tokenOn(from, fromToken),
      srcTokenAmount: amount,
      dstTokenBlockchain: to,
      dstTokenAddress: tokenOn(to, toToken),
      fromAddress,
      receiver,
      ...extra,
    }),
  };
}

/** The body of an answer that has to be one of success. */
export function served<T>({ status, body }: Answer): T {
  if (status !== 200 || (body as { error?: unknown }).error !== undefined) {
    throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  }
  return body as T;
}
