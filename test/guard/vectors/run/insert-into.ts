import { CannotBuild, type Mutation } from './vector.ts';

/** The text of an answer with what a vector inserts. */
export function insertInto(text: string, { rawInsert = [] }: Mutation): string {
  return rawInsert.reduce((body, { after, text: inserted }) => {
    const at = body.indexOf(after);
    if (at === -1) throw new CannotBuild(`the body has no ${after}`);
    return body.slice(0, at + after.length) + inserted + body.slice(at + after.length);
  }, text);
}
