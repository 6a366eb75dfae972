/** Asks to read the words in which somebody would be turned down, before anybody is. */
export const READ_WORDS = "read-words";

/** What those are told for whom nobody has written anything, as the mail says it: who is turned down, and whose job is closed. */
export const STANDARD_WORDS = {
  turned_down:
    "Thank you for applying for “{title}”. I am sorry: you are not going further with this job.\n\nFor each job only a few people can go on, and this is no judgement of your work. Please apply again when another job fits.",
  closed:
    "Thank you for applying for “{title}”. I am sorry: the job is closed now.\n\nThat says nothing about your work. Please apply again when another job fits.",
} as const;
