import { join } from 'node:path';
import { API, type Checker, type Project } from 'typescript/unstable/sync';

export const root = join(import.meta.dirname, '..', '..', '..');

/** The compiler's view of the sources, until `close`. */
export interface OpenChecker {
  project: Project;
  checker: Checker;
  close(): void;
}

/**
 * The interface of the compiler is marked unstable: its version is pinned, and only these files use
 * it.
 */
export function openChecker(): OpenChecker {
  const api = new API({ cwd: root });
  const configuration = join(root, 'tsconfig.json');
  const project = api.updateSnapshot({ openProject: configuration }).getProject(configuration);
  if (!project) throw new Error(`${configuration} is not a project`);
  return { project, checker: project.checker, close: () => api.close() };
}
