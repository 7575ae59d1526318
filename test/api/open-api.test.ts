import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import { openApiDocument } from '../../src/api/open-api.ts';

const endpoints = createEndpoints({} as never);

it('is a valid document of OpenAPI 3.1', async () => {
  const validated = await new Validator().validate(openApiDocument(endpoints));
  expect(validated.errors).toBeUndefined();
  expect(validated.valid).toBe(true);
});

it('names every operation once, and no schema that is not there', () => {
  const ids = endpoints.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const document = openApiDocument(endpoints) as { components: { schemas: object } };
  const names = new Set(Object.keys(document.components.schemas));
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(10);
  for (const [, name = ''] of references) expect(names).toContain(name);
});
