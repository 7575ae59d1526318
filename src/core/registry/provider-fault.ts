import { nearestName } from '../nearest-name.ts';
import { crossChainProviders, onChainProviders, providerStyle } from './providers.ts';

/**
 * What is wrong with the name of a provider in a job's lists; nothing where the registry or the operator (`additional`) has it. A router compares
 * names letter by letter: a wrong one would allow nobody, or deny nobody.
 */
export function providerFault(name: string, additional: readonly string[]): string | undefined {
  if (providerStyle(name) !== undefined || additional.includes(name)) return undefined;
  const meant = nearestName(name, [...additional, ...crossChainProviders, ...onChainProviders]);
  const suggestion = meant === undefined ? '' : `did you mean ${meant}? `;
  return `is no known provider; ${suggestion}\`ferryman providers\` lists the names, and router.additionalProviders takes new ones`;
}
