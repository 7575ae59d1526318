import router from './router.json' with { type: 'json' };
import routerRoles from './router.roles.json' with { type: 'json' };
import gateway from './tron-gateway.json' with { type: 'json' };
import gatewayRoles from './tron-gateway.roles.json' with { type: 'json' };

/**
 * What decodes the calls of the contracts of the vectors' fixtures, in the form of a policy's
 * `descriptors`. Imported, so that programs that are bundled have them too.
 */
export const testDescriptors = {
  inline: [
    { name: 'router', descriptor: router as unknown, roles: routerRoles as unknown },
    { name: 'tron-gateway', descriptor: gateway as unknown, roles: gatewayRoles as unknown },
  ],
};
