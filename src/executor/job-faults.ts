import type { ParsedAmount } from '../core/amounts/amounts.ts';
import { checkAddress } from '../core/registry/check-address.ts';
import { knownChains } from '../core/registry/known-chains.ts';
import { formatsOf, isNativeToken, type TokenAddress } from '../core/swap/chains.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import { listedSymbols, tokenListedAs } from '../core/swap/token-list.ts';
import { didYouMean } from '../core/text/did-you-mean.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import { amountFaults, invalidJob } from './job-request.ts';
import type { TimeLimit } from './time-limit.ts';

/** Collects every fault of a job, to report all at once. What has a fault is `undefined`. */
export class JobFaults {
  readonly #faults: (Fault & { code: ErrorCode })[] = [];

  get all(): readonly Fault[] {
    return this.#faults.map(({ pointer, message }) => ({ pointer, message }));
  }

  add(pointer: string, message: string, code: ErrorCode = 'INVALID_JOB'): undefined {
    this.#faults.push({ code, pointer, message });
  }

  address(pointer: string, adapter: ChainAdapter, given: string): string | undefined {
    // Some chains have a second spelling of an account. The adapter checks its network.
    const spelled = checkAddress(adapter.chain.name, given);
    const parsed = adapter.parseAddress(spelled.ok ? spelled.canonical : given);
    const isCoin = parsed.ok && isNativeToken(adapter.chain, parsed.address);
    const fault = 'is the placeholder of the native coin, not an account';
    return this.parsed(pointer, isCoin ? { ok: false, fault } : parsed);
  }

  parsed(pointer: string, parsed: ReturnType<ChainAdapter['parseAddress']>): string | undefined {
    return parsed.ok ? parsed.address : this.add(pointer, parsed.fault);
  }

  token(pointer: string, adapter: ChainAdapter, given: string): string | undefined {
    const { family, name, nativeToken: coin } = adapter.chain;
    // `native`, the chain's own form of its coin, and the forms of the routing interface.
    const forms = ['native', ...(knownChains[name]?.nativeToken.forms ?? [])];
    if (forms.includes(given) || isNativeToken(adapter.chain, given)) return coin.address;
    const parsed = adapter.parseAddress(given);
    if (parsed.ok && formatsOf(family).hasTokens) return parsed.address;
    const listed = tokenListedAs(adapter.chain, given);
    if (listed === coin.address) return listed;
    if (!formatsOf(family).hasTokens) {
      return this.add(pointer, `${name} has only its coin, ${coin.symbol}: write native`);
    }
    if (listed === undefined) {
      const fault = symbolFault(given, adapter.chain) ?? (parsed.ok ? '' : parsed.fault);
      return this.add(pointer, fault);
    }
    const token = adapter.parseAddress(listed);
    if (token.ok) return token.address;
    const setting = `chains.${name}.tokens.${given}`;
    return this.add(pointer, `${setting}: ${token.fault}`);
  }

  /**
   * A receiver that is the token's own contract is a copying mistake: money sent there is lost. The
   * adapter checks the rest on the chain.
   */
  async receiver(
    pointer: string,
    adapter: ChainAdapter,
    account: string,
    { token, timeLimit }: { token: TokenAddress; timeLimit: TimeLimit },
  ): Promise<void> {
    const { family, name, wrappedNative } = adapter.chain;
    const contracts = wrappedNative === undefined ? [token] : [token, wrappedNative];
    const fault = contracts.some((one) => sameAccount(family, one, account))
      ? 'is the token’s own contract: money sent there is lost'
      : adapter.receiverFault && (await timeLimit.for(name, adapter.receiverFault(account)));
    if (fault !== undefined) this.add(pointer, fault);
  }

  amount(pointer: string, parsed: ParsedAmount): bigint | undefined {
    return parsed.ok ? parsed.baseUnits : this.add(pointer, amountFaults[parsed.fault]);
  }

  /** Faults that all have one code are reported under it, otherwise as `INVALID_JOB`. */
  throwAny(): void {
    const [first] = this.#faults;
    if (!first) return;
    const { code } = first;
    if (code === 'INVALID_JOB' || this.#faults.some((fault) => fault.code !== code))
      throw invalidJob(this.all);
    throw new FerrymanError(code, this.all.map(({ message }) => message).join('; '), {
      faults: this.all,
    });
  }
}

/** What to write instead of a symbol that the list of the chain does not have. */
function symbolFault(given: string, chain: ChainAdapter['chain']): string | undefined {
  if (!/^(?!0x)[\p{L}\p{N}\p{S}.+-]{1,20}$/u.test(given)) return undefined;
  const { name, nativeToken: coin } = chain;
  const symbols = listedSymbols(chain);
  const suggestion =
    didYouMean(given, symbols) ||
    `; write the token’s address on ${name}, or native for ${coin.symbol}`;
  return `${given} is no symbol of chains.${name}.tokens, and contracts may share a symbol${suggestion}`;
}
