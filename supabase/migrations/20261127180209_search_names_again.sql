-- People are compared by other words of their names. A file of its own: its writers wait for it alone.
reindex index public.candidates_name;
