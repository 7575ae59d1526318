import type { Cap, CapWindow } from '../../core/caps/cap.ts';
import { providerFault } from '../../core/registry/provider-fault.ts';
import type { Fault } from '../../errors/ferryman-error.ts';
import type { CapFile } from './cap-schema.ts';

export function capOf(file: CapFile): Cap {
  const { window, usd, amount, count, wallet, chain, token, provider, rule, each } = file;
  const bound: Cap['bound'] =
    usd !== undefined
      ? { unit: 'usd', usdE18: usdE18Of(usd) }
      : amount !== undefined
        ? { unit: 'amount', amount }
        : { unit: 'count', count: count ?? 0 };
  return {
    name: file.name ?? describe(file, window),
    window,
    bound,
    ...(wallet === undefined ? {} : { wallet }),
    ...(chain === undefined ? {} : { chain }),
    ...(token === undefined ? {} : { token }),
    ...(provider === undefined ? {} : { provider }),
    ...(rule === undefined ? {} : { rule }),
    ...(each === undefined ? {} : { each }),
  };
}

interface Names {
  /** Whether a text is an address of the chain; `undefined` for an unknown chain. */
  addressTest(chain: string): ((text: string) => boolean) | undefined;
  /** The operator's own names of providers. `undefined`: not known here, so no name is checked. */
  additionalProviders: readonly string[] | undefined;
}

/** A cap on what no payment has would count none of them, and bound nothing. */
export function capFaults(
  caps: readonly CapFile[],
  { addressTest, additionalProviders }: Names,
): Fault[] {
  return caps.flatMap(({ chain, token, provider }, index) => {
    const faults: Fault[] = [];
    const fault = (member: keyof CapFile, message: string) =>
      faults.push({ pointer: `/caps/${index}/${member}`, message });
    const unknown =
      provider === undefined || additionalProviders === undefined
        ? undefined
        : providerFault(provider, additionalProviders);
    if (unknown !== undefined) fault('provider', `${provider} ${unknown}`);
    if (chain === undefined) return faults;
    const isAddress = addressTest(chain);
    if (!isAddress) fault('chain', `${chain} is no chain that Ferryman knows`);
    else if (token !== undefined && token !== 'native' && !isAddress(token))
      fault('token', `${token} is no address of ${chain}`);
    return faults;
  });
}

function usdE18Of(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'));
}

/** Such as `5000 USD in a day, each wallet`. */
function describe(cap: CapFile, window: CapWindow): string {
  const { usd, amount, count = 0, each, wallet, chain, token, provider, rule } = cap;
  const bound =
    usd !== undefined
      ? `${usd} USD`
      : amount !== undefined
        ? `${amount} tokens`
        : `${count} payments`;
  const when = {
    transaction: 'in a payment',
    hour: 'in an hour',
    day: 'in a day',
    week: 'in a week',
    unsettled: 'unsettled',
  };
  const whose = Object.entries({ each, wallet, chain, token, provider, rule })
    .filter(([, name]) => name !== undefined)
    .map((named) => named.join(' '));
  return [`${bound} ${when[window]}`, ...whose].join(', ');
}
