import { isObject, type Layer, valueAt } from './layers.ts';

/** They follow the address: the key goes to it, and the authorities say who may be behind it. */
const followers: ReadonlySet<string> = new Set(['apiKey', 'caFile']);

/** Flags, and what stands next to them: the environment, or the profile that a flag names. */
const explicitLayers = 2;

/** The strongest layer that names the service; none: it is the default one. */
export function layerOfAddress(layers: readonly Layer[]): Layer | undefined {
  return layers.find(({ values }) => valueAt(values, ['client', 'url']) !== undefined);
}

/**
 * Leaves the API key and the authorities out of every layer below the one that names the service.
 * What an address of a weaker layer was given for must not go to another address. A flag takes
 * both from the environment too: a user sets the two for the same command.
 * @param layers the strongest first
 */
export function keepFollowers(layers: readonly Layer[]): Layer[] {
  const naming = layerOfAddress(layers);
  if (!naming) return [...layers];
  const kept = Math.max(layers.indexOf(naming) + 1, explicitLayers);
  return layers.map((layer, at) => (at < kept ? layer : withoutFollowers(layer)));
}

function withoutFollowers({ values, ...layer }: Layer): Layer {
  const { client } = values;
  if (!isObject(client)) return { ...layer, values };
  const rest = Object.entries(client).filter(([member]) => !followers.has(member));
  return { ...layer, values: { ...values, client: Object.fromEntries(rest) } };
}
