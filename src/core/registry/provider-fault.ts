import { didYouMean } from '../text/did-you-mean.ts';
import { crossChainProviders, onChainProviders, providerStyle } from './providers.ts';

/**
 * What is wrong with a provider's name in a job's lists. `undefined`: the registry or `additional`
 * (the operator's names) has it. Routers compare names exactly, so a wrong one would match none.
 */
export function providerFault(name: string, additional: readonly string[]): string | undefined {
  if (providerStyle(name) !== undefined || additional.includes(name)) return undefined;
  const known = [...additional, ...crossChainProviders, ...onChainProviders];
  return `is not a known provider${didYouMean(name, known) || ';'} \`ferryman providers\` lists the names, and router.additionalProviders takes new ones`;
}
