import { z } from 'zod';
import { unknownName } from '../../core/text/unknown-name.ts';

/** What a query separates by commas. */
export function listOf(text: string): string[] {
  return text.split(',').map((one) => one.trim());
}

/** One or more of a list, separated by commas. */
export function someOf<const Names extends readonly string[]>(names: Names, what: string) {
  const isNamed = (text: string): text is Names[number] => names.includes(text);
  return z
    .string('is not a text')
    .max(400, 'is longer than 400 characters')
    .transform((text, context): Names[number][] => {
      const given = listOf(text);
      const [first] = given.filter((one) => !isNamed(one));
      if (first !== undefined) {
        const message = unknownName(first, names, what, `; there are ${names.join(', ')}`);
        context.addIssue({ code: 'custom', message });
      }
      return given.filter(isNamed);
    });
}
