-- What is compared by words that signs part is compared anew. A file of its own: its writers wait for it alone.
reindex index public.client_members_search;
