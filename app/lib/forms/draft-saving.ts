/** The hidden entries that tell which draft a form is, which version of it stands in it, and what that began with. */
export const DRAFT_KEY = "draft";
export const VERSION_KEY = "draft_version";
export const MARKS_KEY = "draft_marks";

/** The version of a draft that a page has begun without having heard that it is saved. */
export const BEGUN = 0;

/** What a button asks for that saves the form as a draft. */
export const SAVE_DRAFT = "save-draft";

/** The form, blank; and where a browser with scripts saves it as a draft. */
export const FORM_PATH = "/submit-requirement";
export const SAVE_PATH = `${FORM_PATH}/draft`;

/** The form, as it was left. */
export function draftPath(id: string): string {
  return `${FORM_PATH}?${DRAFT_KEY}=${id}`;
}

/** Of a draft that another has saved meanwhile, what the form's page does with it. */
export type MeanwhileOnPage = {
  /** The section that shows both, `SavedMeanwhile`. */
  html: string;
  /** What only the other has changed, by field: the form takes it over. */
  theirs: Record<string, string | string[]>;
  /** The form's marks, when it has taken that over. */
  marks: string;
  /** What is saved: the form stands on it once its person has seen both. */
  saved: { version: number; marks: string };
  /** Has it nothing that both have changed, each in another way? */
  isHarmless: boolean;
};

/** What the server answers to a form that a script saves as a draft. */
export type SaveResponse =
  | { version: number; marks: string }
  | {
      refused: string;
      meanwhile?: MeanwhileOnPage;
      /** The draft is gone: the id of another one, which the form may begin. */
      next?: string;
    };
