import { canonicalProvider } from '../core/registry/providers.ts';

/** The provider that a name means, if the name itself does not say it in lower case. */
export function sameAs(name: string): { sameAs?: string } {
  const canonical = canonicalProvider(name);
  return canonical === name.toLowerCase() ? {} : { sameAs: canonical };
}
