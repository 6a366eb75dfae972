/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The version of the newest migration in supabase/migrations (vite.config.ts). */
  readonly NEWEST_MIGRATION: string;
}
