import { companyPath } from "~/content/navigation";

export const editPath = `${companyPath}/edit`;
export const handOverPath = `${companyPath}/hand-over`;
export const leavePath = `${companyPath}/leave`;

/** The page that asks whether a colleague is to be removed. */
export function removalPath(userId: string): string {
  return `${companyPath}/members/${userId}/remove`;
}
