-- Whoever writes to us may say where to ring.
GRANT INSERT (phone) ON public.contact_submissions TO anon, authenticated;
