-- What is compared by folded text is compared anew. A file of its own: its writers wait for it alone.
reindex index public.client_members_search;
