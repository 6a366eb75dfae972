// Made by `npm run types:database` from the database: change supabase/schemas, and make this anew.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      activity_log: {
        Row: {
          action: string;
          actor: string | null;
          client_id: string | null;
          created_at: string;
          fields: string[];
          id: string;
          new_value: string | null;
          old_value: string | null;
          other: string | null;
          subject: string | null;
          subject_kind: string;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          actor?: string | null;
          client_id?: string | null;
          created_at?: string;
          fields?: string[];
          id?: string;
          new_value?: string | null;
          old_value?: string | null;
          other?: string | null;
          subject?: string | null;
          subject_kind: string;
        };
        Update: {
          action?: string;
          actor?: string | null;
          client_id?: string | null;
          created_at?: string;
          fields?: string[];
          id?: string;
          new_value?: string | null;
          old_value?: string | null;
          other?: string | null;
          subject?: string | null;
          subject_kind?: string;
        };
        Relationships: [];
      };
      adverts: {
        Row: {
          body: string;
          closed_at: string | null;
          closes_on: string | null;
          country: string;
          created_at: string;
          is_named: boolean;
          is_remote: boolean;
          language: string;
          max_experience: number | null;
          max_pay: number | null;
          min_experience: number | null;
          min_pay: number | null;
          named_by: string | null;
          opened_at: string | null;
          pay_currency: Database["public"]["Enums"]["currency_code"];
          pay_unit: string;
          place: string;
          requirement_id: string;
          search: unknown;
          skills: string[];
          slug: string;
          tells_pay: boolean;
          title: string;
          updated_at: string;
          version: number;
          work: Database["public"]["Enums"]["job_type"];
          written_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          body: string;
          closed_at?: string | null;
          closes_on?: string | null;
          country: string;
          created_at?: string;
          is_named?: boolean;
          is_remote?: boolean;
          language?: string;
          max_experience?: number | null;
          max_pay?: number | null;
          min_experience?: number | null;
          min_pay?: number | null;
          named_by?: string | null;
          opened_at?: string | null;
          pay_currency?: Database["public"]["Enums"]["currency_code"];
          pay_unit?: string;
          place: string;
          requirement_id: string;
          search?: unknown;
          skills?: string[];
          slug: string;
          tells_pay?: boolean;
          title: string;
          updated_at?: string;
          version?: number;
          work: Database["public"]["Enums"]["job_type"];
          written_by?: string | null;
        };
        Update: {
          body?: string;
          closed_at?: string | null;
          closes_on?: string | null;
          country?: string;
          created_at?: string;
          is_named?: boolean;
          is_remote?: boolean;
          language?: string;
          max_experience?: number | null;
          max_pay?: number | null;
          min_experience?: number | null;
          min_pay?: number | null;
          named_by?: string | null;
          opened_at?: string | null;
          pay_currency?: Database["public"]["Enums"]["currency_code"];
          pay_unit?: string;
          place?: string;
          requirement_id?: string;
          search?: unknown;
          skills?: string[];
          slug?: string;
          tells_pay?: boolean;
          title?: string;
          updated_at?: string;
          version?: number;
          work?: Database["public"]["Enums"]["job_type"];
          written_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "adverts_requirement_id_fkey";
            columns: ["requirement_id"];
            isOneToOne: true;
            referencedRelation: "job_requirements";
            referencedColumns: ["id"];
          },
        ];
      };
      candidate_consents: {
        Row: {
          applied_entry_id: string | null;
          asked_at: string;
          asked_by: string | null;
          asker_words: string | null;
          basis: string;
          call_wanted_at: string | null;
          candidate_id: string;
          card_digest: string | null;
          closed_at: string | null;
          ends_at: string | null;
          entry_id: string | null;
          former_company: string | null;
          given_at: string | null;
          how: string;
          id: string;
          is_disowned: boolean;
          language: string;
          mailbox_digest: string | null;
          notice_version: number;
          number_digest: string | null;
          purpose: string;
          reconsidered_at: string | null;
          refused_at: string | null;
          reminded_at: string | null;
          reminders: number;
          rung_at: string | null;
          rung_by: string | null;
          tell_at: string | null;
          way: string | null;
          withdrawn_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          applied_entry_id?: string | null;
          asked_at?: string;
          asked_by?: string | null;
          asker_words?: string | null;
          basis: string;
          call_wanted_at?: string | null;
          candidate_id: string;
          card_digest?: string | null;
          closed_at?: string | null;
          ends_at?: string | null;
          entry_id?: string | null;
          former_company?: string | null;
          given_at?: string | null;
          how?: string;
          id?: string;
          is_disowned?: boolean;
          language: string;
          mailbox_digest?: string | null;
          notice_version: number;
          number_digest?: string | null;
          purpose: string;
          reconsidered_at?: string | null;
          refused_at?: string | null;
          reminded_at?: string | null;
          reminders?: number;
          rung_at?: string | null;
          rung_by?: string | null;
          tell_at?: string | null;
          way?: string | null;
          withdrawn_at?: string | null;
        };
        Update: {
          applied_entry_id?: string | null;
          asked_at?: string;
          asked_by?: string | null;
          asker_words?: string | null;
          basis?: string;
          call_wanted_at?: string | null;
          candidate_id?: string;
          card_digest?: string | null;
          closed_at?: string | null;
          ends_at?: string | null;
          entry_id?: string | null;
          former_company?: string | null;
          given_at?: string | null;
          how?: string;
          id?: string;
          is_disowned?: boolean;
          language?: string;
          mailbox_digest?: string | null;
          notice_version?: number;
          number_digest?: string | null;
          purpose?: string;
          reconsidered_at?: string | null;
          refused_at?: string | null;
          reminded_at?: string | null;
          reminders?: number;
          rung_at?: string | null;
          rung_by?: string | null;
          tell_at?: string | null;
          way?: string | null;
          withdrawn_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "candidate_consents_applied_entry_id_fkey";
            columns: ["applied_entry_id"];
            isOneToOne: false;
            referencedRelation: "shortlist_entries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "candidate_consents_candidate_id_fkey";
            columns: ["candidate_id"];
            isOneToOne: false;
            referencedRelation: "candidates";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "candidate_consents_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "shortlist_entries";
            referencedColumns: ["id"];
          },
        ];
      };
      candidate_never: {
        Row: {
          candidate_id: string;
          client_id: string | null;
          created_at: string;
          id: string;
          is_employer: boolean;
          is_own: boolean;
          named: string | null;
        };
        ComputedFields: never;
        Insert: {
          candidate_id: string;
          client_id?: string | null;
          created_at?: string;
          id?: string;
          is_employer?: boolean;
          is_own?: boolean;
          named?: string | null;
        };
        Update: {
          candidate_id?: string;
          client_id?: string | null;
          created_at?: string;
          id?: string;
          is_employer?: boolean;
          is_own?: boolean;
          named?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "candidate_never_candidate_id_fkey";
            columns: ["candidate_id"];
            isOneToOne: false;
            referencedRelation: "candidates";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "candidate_never_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      candidate_notes: {
        Row: {
          author: string | null;
          body: string;
          candidate_id: string;
          channel: string | null;
          created_at: string;
          entry_id: string | null;
          form_id: string;
          id: string;
          number_digest: string | null;
        };
        ComputedFields: never;
        Insert: {
          author?: string | null;
          body: string;
          candidate_id: string;
          channel?: string | null;
          created_at?: string;
          entry_id?: string | null;
          form_id: string;
          id?: string;
          number_digest?: string | null;
        };
        Update: {
          author?: string | null;
          body?: string;
          candidate_id?: string;
          channel?: string | null;
          created_at?: string;
          entry_id?: string | null;
          form_id?: string;
          id?: string;
          number_digest?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "candidate_notes_candidate_id_fkey";
            columns: ["candidate_id"];
            isOneToOne: false;
            referencedRelation: "candidates";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "candidate_notes_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "shortlist_entries";
            referencedColumns: ["id"];
          },
        ];
      };
      candidates: {
        Row: {
          city: string | null;
          country: string | null;
          created_at: string;
          created_by: string | null;
          email: string | null;
          email_confirmed_at: string | null;
          employer: string | null;
          erase_at: string | null;
          expected_pay_amount: number | null;
          expected_pay_currency: Database["public"]["Enums"]["currency_code"] | null;
          expected_pay_unit: string | null;
          form_id: string | null;
          full_name: string;
          headline: string | null;
          id: string;
          is_adult: boolean;
          language: string;
          last_activity_at: string;
          link_issue: number;
          links: string[];
          next_by: string | null;
          next_on: string | null;
          next_words: string | null;
          notice_period: string | null;
          phone: string | null;
          search: unknown;
          skills: string[];
          source: string | null;
          summary: string | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          city?: string | null;
          country?: string | null;
          created_at?: string;
          created_by?: string | null;
          email?: string | null;
          email_confirmed_at?: string | null;
          employer?: string | null;
          erase_at?: string | null;
          expected_pay_amount?: number | null;
          expected_pay_currency?: Database["public"]["Enums"]["currency_code"] | null;
          expected_pay_unit?: string | null;
          form_id?: string | null;
          full_name: string;
          headline?: string | null;
          id?: string;
          is_adult: boolean;
          language?: string;
          last_activity_at?: string;
          link_issue?: number;
          links?: string[];
          next_by?: string | null;
          next_on?: string | null;
          next_words?: string | null;
          notice_period?: string | null;
          phone?: string | null;
          search?: unknown;
          skills?: string[];
          source?: string | null;
          summary?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          city?: string | null;
          country?: string | null;
          created_at?: string;
          created_by?: string | null;
          email?: string | null;
          email_confirmed_at?: string | null;
          employer?: string | null;
          erase_at?: string | null;
          expected_pay_amount?: number | null;
          expected_pay_currency?: Database["public"]["Enums"]["currency_code"] | null;
          expected_pay_unit?: string | null;
          form_id?: string | null;
          full_name?: string;
          headline?: string | null;
          id?: string;
          is_adult?: boolean;
          language?: string;
          last_activity_at?: string;
          link_issue?: number;
          links?: string[];
          next_by?: string | null;
          next_on?: string | null;
          next_words?: string | null;
          notice_period?: string | null;
          phone?: string | null;
          search?: unknown;
          skills?: string[];
          source?: string | null;
          summary?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      client_members: {
        Row: {
          access: Database["public"]["Enums"]["member_access"];
          client_id: string;
          created_at: string;
          full_name: string | null;
          phone: string | null;
          updated_at: string;
          user_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          access: Database["public"]["Enums"]["member_access"];
          client_id: string;
          created_at?: string;
          full_name?: string | null;
          phone?: string | null;
          updated_at?: string;
          user_id: string;
          version?: number;
        };
        Update: {
          access?: Database["public"]["Enums"]["member_access"];
          client_id?: string;
          created_at?: string;
          full_name?: string | null;
          phone?: string | null;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "client_members_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      client_notes: {
        Row: {
          author: string | null;
          body: string;
          channel: string | null;
          client_id: string;
          created_at: string;
          form_id: string;
          id: string;
        };
        ComputedFields: never;
        Insert: {
          author?: string | null;
          body: string;
          channel?: string | null;
          client_id: string;
          created_at?: string;
          form_id: string;
          id?: string;
        };
        Update: {
          author?: string | null;
          body?: string;
          channel?: string | null;
          client_id?: string;
          created_at?: string;
          form_id?: string;
          id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "client_notes_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      client_terms: {
        Row: {
          client_id: string;
          created_at: string;
          fee: string | null;
          payment_days: number | null;
          remarks: string | null;
          replacement_days: number | null;
          updated_at: string;
          updated_by: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          client_id: string;
          created_at?: string;
          fee?: string | null;
          payment_days?: number | null;
          remarks?: string | null;
          replacement_days?: number | null;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
        };
        Update: {
          client_id?: string;
          created_at?: string;
          fee?: string | null;
          payment_days?: number | null;
          remarks?: string | null;
          replacement_days?: number | null;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "client_terms_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: true;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      clients: {
        Row: {
          company_name: string;
          contact_user_id: string | null;
          created_at: string;
          full_name: string | null;
          id: string;
          phone: string | null;
          quotes_messages: boolean;
          search: unknown;
          updated_at: string;
          user_id: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          company_name: string;
          contact_user_id?: string | null;
          created_at?: string;
          full_name?: string | null;
          id?: string;
          phone?: string | null;
          quotes_messages?: boolean;
          search?: never;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Update: {
          company_name?: string;
          contact_user_id?: string | null;
          created_at?: string;
          full_name?: string | null;
          id?: string;
          phone?: string | null;
          quotes_messages?: boolean;
          search?: never;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Relationships: [];
      };
      consultation_requests: {
        Row: {
          company: string | null;
          created_at: string;
          email: string;
          first_name: string;
          flood: boolean;
          form_id: string | null;
          id: string;
          last_name: string;
          needs: string | null;
          phone: string | null;
          preferred_time: string | null;
          role: string | null;
          suspect: boolean;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          company?: string | null;
          created_at?: string;
          email: string;
          first_name: string;
          flood?: boolean;
          form_id?: string | null;
          id?: string;
          last_name: string;
          needs?: string | null;
          phone?: string | null;
          preferred_time?: string | null;
          role?: string | null;
          suspect?: boolean;
          updated_at?: string;
        };
        Update: {
          company?: string | null;
          created_at?: string;
          email?: string;
          first_name?: string;
          flood?: boolean;
          form_id?: string | null;
          id?: string;
          last_name?: string;
          needs?: string | null;
          phone?: string | null;
          preferred_time?: string | null;
          role?: string | null;
          suspect?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
      contact_submissions: {
        Row: {
          client_id: string | null;
          company: string | null;
          created_at: string;
          email: string | null;
          flood: boolean;
          form_id: string | null;
          id: string;
          name: string;
          phone: string | null;
          requirement: string;
          source: string;
          suspect: boolean;
          updated_at: string;
          written_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          client_id?: string | null;
          company?: string | null;
          created_at?: string;
          email?: string | null;
          flood?: boolean;
          form_id?: string | null;
          id?: string;
          name: string;
          phone?: string | null;
          requirement: string;
          source?: string;
          suspect?: boolean;
          updated_at?: string;
          written_by?: string | null;
        };
        Update: {
          client_id?: string | null;
          company?: string | null;
          created_at?: string;
          email?: string | null;
          flood?: boolean;
          form_id?: string | null;
          id?: string;
          name?: string;
          phone?: string | null;
          requirement?: string;
          source?: string;
          suspect?: boolean;
          updated_at?: string;
          written_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "contact_submissions_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      crm_events: {
        Row: {
          attempts: number;
          created_at: string;
          dead_at: string | null;
          entry_ids: string[];
          fields: string[];
          first_attempt_at: string | null;
          id: string;
          last_error: string | null;
          next_attempt_at: string | null;
          place: number;
          previous_status: Database["public"]["Enums"]["requirement_status"] | null;
          requirement_id: string;
          sent_at: string | null;
          status: Database["public"]["Enums"]["requirement_status"] | null;
          turn: string;
          type: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          created_at?: string;
          dead_at?: string | null;
          entry_ids?: string[];
          fields?: string[];
          first_attempt_at?: string | null;
          id?: string;
          last_error?: string | null;
          next_attempt_at?: string | null;
          place?: number;
          previous_status?: Database["public"]["Enums"]["requirement_status"] | null;
          requirement_id: string;
          sent_at?: string | null;
          status?: Database["public"]["Enums"]["requirement_status"] | null;
          turn?: string;
          type: string;
          updated_at?: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          dead_at?: string | null;
          entry_ids?: string[];
          fields?: string[];
          first_attempt_at?: string | null;
          id?: string;
          last_error?: string | null;
          next_attempt_at?: string | null;
          place?: number;
          previous_status?: Database["public"]["Enums"]["requirement_status"] | null;
          requirement_id?: string;
          sent_at?: string | null;
          status?: Database["public"]["Enums"]["requirement_status"] | null;
          turn?: string;
          type?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "crm_events_requirement_id_fkey";
            columns: ["requirement_id"];
            isOneToOne: false;
            referencedRelation: "job_requirements";
            referencedColumns: ["id"];
          },
        ];
      };
      entry_views: {
        Row: {
          created_at: string;
          day: string;
          entry_id: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          day?: string;
          entry_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          day?: string;
          entry_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "entry_views_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "shortlist_entries";
            referencedColumns: ["id"];
          },
        ];
      };
      inbox_items: {
        Row: {
          assignee: string | null;
          claim_expires_at: string | null;
          client_id: string | null;
          company: string | null;
          consultation_id: string | null;
          contact_id: string | null;
          created_at: string;
          due_at: string;
          email: string | null;
          first_seen_at: string | null;
          id: string;
          is_flood: boolean;
          is_suspect: boolean;
          kind: Database["public"]["Enums"]["inbox_kind"];
          last_activity_at: string;
          phone: string | null;
          posting_id: string | null;
          reference: string | null;
          requirement_id: string | null;
          search: unknown;
          sender: string | null;
          source: string | null;
          state: Database["public"]["Enums"]["inbox_state"];
          subject: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          assignee?: string | null;
          claim_expires_at?: string | null;
          client_id?: string | null;
          company?: string | null;
          consultation_id?: string | null;
          contact_id?: string | null;
          created_at: string;
          due_at: string;
          email?: string | null;
          first_seen_at?: string | null;
          id?: string;
          is_flood?: boolean;
          is_suspect?: boolean;
          kind: Database["public"]["Enums"]["inbox_kind"];
          last_activity_at: string;
          phone?: string | null;
          posting_id?: string | null;
          reference?: string | null;
          requirement_id?: string | null;
          search: unknown;
          sender?: string | null;
          source?: string | null;
          state?: Database["public"]["Enums"]["inbox_state"];
          subject?: string | null;
          version?: number;
        };
        Update: {
          assignee?: string | null;
          claim_expires_at?: string | null;
          client_id?: string | null;
          company?: string | null;
          consultation_id?: string | null;
          contact_id?: string | null;
          created_at?: string;
          due_at?: string;
          email?: string | null;
          first_seen_at?: string | null;
          id?: string;
          is_flood?: boolean;
          is_suspect?: boolean;
          kind?: Database["public"]["Enums"]["inbox_kind"];
          last_activity_at?: string;
          phone?: string | null;
          posting_id?: string | null;
          reference?: string | null;
          requirement_id?: string | null;
          search?: unknown;
          sender?: string | null;
          source?: string | null;
          state?: Database["public"]["Enums"]["inbox_state"];
          subject?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "inbox_items_consultation_id_fkey";
            columns: ["consultation_id"];
            isOneToOne: true;
            referencedRelation: "consultation_requests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inbox_items_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: true;
            referencedRelation: "contact_submissions";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inbox_items_posting_id_fkey";
            columns: ["posting_id"];
            isOneToOne: true;
            referencedRelation: "public_job_submissions";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inbox_items_requirement_id_fkey";
            columns: ["requirement_id"];
            isOneToOne: true;
            referencedRelation: "job_requirements";
            referencedColumns: ["id"];
          },
        ];
      };
      invitations: {
        Row: {
          accepted_at: string | null;
          accepted_by: string | null;
          access: Database["public"]["Enums"]["member_access"] | null;
          client_id: string | null;
          created_at: string;
          email: string;
          expires_at: string;
          full_name: string | null;
          id: string;
          invited_by: string | null;
          issue: number;
          issued_at: string;
          kind: Database["public"]["Enums"]["invitation_kind"];
          phone: string | null;
          revoked_at: string | null;
          role: Database["public"]["Enums"]["app_role"] | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          accepted_at?: string | null;
          accepted_by?: string | null;
          access?: Database["public"]["Enums"]["member_access"] | null;
          client_id?: string | null;
          created_at?: string;
          email: string;
          expires_at?: string;
          full_name?: string | null;
          id?: string;
          invited_by?: string | null;
          issue?: number;
          issued_at?: string;
          kind: Database["public"]["Enums"]["invitation_kind"];
          phone?: string | null;
          revoked_at?: string | null;
          role?: Database["public"]["Enums"]["app_role"] | null;
          updated_at?: string;
        };
        Update: {
          accepted_at?: string | null;
          accepted_by?: string | null;
          access?: Database["public"]["Enums"]["member_access"] | null;
          client_id?: string | null;
          created_at?: string;
          email?: string;
          expires_at?: string;
          full_name?: string | null;
          id?: string;
          invited_by?: string | null;
          issue?: number;
          issued_at?: string;
          kind?: Database["public"]["Enums"]["invitation_kind"];
          phone?: string | null;
          revoked_at?: string | null;
          role?: Database["public"]["Enums"]["app_role"] | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "invitations_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      item_events: {
        Row: {
          actor: string | null;
          changes: NonNullable<Json>;
          created_at: string;
          id: string;
          item_id: string;
          person: string | null;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          actor?: string | null;
          changes?: NonNullable<Json>;
          created_at?: string;
          id?: string;
          item_id: string;
          person?: string | null;
          type: string;
        };
        Update: {
          actor?: string | null;
          changes?: NonNullable<Json>;
          created_at?: string;
          id?: string;
          item_id?: string;
          person?: string | null;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: "item_events_item_id_fkey";
            columns: ["item_id"];
            isOneToOne: false;
            referencedRelation: "inbox_items";
            referencedColumns: ["id"];
          },
        ];
      };
      item_openings: {
        Row: {
          created_at: string;
          item_id: string;
          opened_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          item_id: string;
          opened_at?: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          item_id?: string;
          opened_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "item_openings_item_id_fkey";
            columns: ["item_id"];
            isOneToOne: false;
            referencedRelation: "inbox_items";
            referencedColumns: ["id"];
          },
        ];
      };
      item_replies: {
        Row: {
          author: string | null;
          body: string;
          created_at: string;
          form_id: string;
          id: string;
          item_id: string;
        };
        ComputedFields: never;
        Insert: {
          author?: string | null;
          body: string;
          created_at?: string;
          form_id: string;
          id?: string;
          item_id: string;
        };
        Update: {
          author?: string | null;
          body?: string;
          created_at?: string;
          form_id?: string;
          id?: string;
          item_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "item_replies_item_id_fkey";
            columns: ["item_id"];
            isOneToOne: false;
            referencedRelation: "inbox_items";
            referencedColumns: ["id"];
          },
        ];
      };
      job_requirements: {
        Row: {
          benefits: string | null;
          client_id: string;
          closed_reason: string | null;
          created_at: string;
          currency: Database["public"]["Enums"]["currency_code"];
          deadline: string | null;
          department: string | null;
          education_requirements: string | null;
          expected_start_date: string | null;
          form_id: string | null;
          id: string;
          is_filed_by_team: boolean;
          job_description: string;
          job_title: string;
          job_type: Database["public"]["Enums"]["job_type"];
          joining_date: string | null;
          location: string;
          max_experience: number | null;
          max_salary: number | null;
          min_experience: number | null;
          min_salary: number | null;
          notes: string | null;
          positions_count: number;
          positions_filled: number;
          preferred_skills: string[];
          priority: Database["public"]["Enums"]["requirement_priority"];
          recruiter_id: string | null;
          remote_allowed: boolean;
          required_skills: string[];
          responsibilities: string | null;
          source_consultation_id: string | null;
          source_contact_id: string | null;
          source_posting_id: string | null;
          status: Database["public"]["Enums"]["requirement_status"];
          submitted_by: string | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          benefits?: string | null;
          client_id?: string;
          closed_reason?: string | null;
          created_at?: string;
          currency?: Database["public"]["Enums"]["currency_code"];
          deadline?: string | null;
          department?: string | null;
          education_requirements?: string | null;
          expected_start_date?: string | null;
          form_id?: string | null;
          id?: string;
          is_filed_by_team?: boolean;
          job_description: string;
          job_title: string;
          job_type: Database["public"]["Enums"]["job_type"];
          joining_date?: string | null;
          location: string;
          max_experience?: number | null;
          max_salary?: number | null;
          min_experience?: number | null;
          min_salary?: number | null;
          notes?: string | null;
          positions_count?: number;
          positions_filled?: number;
          preferred_skills?: string[];
          priority?: Database["public"]["Enums"]["requirement_priority"];
          recruiter_id?: string | null;
          remote_allowed?: boolean;
          required_skills: string[];
          responsibilities?: string | null;
          source_consultation_id?: string | null;
          source_contact_id?: string | null;
          source_posting_id?: string | null;
          status?: Database["public"]["Enums"]["requirement_status"];
          submitted_by?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          benefits?: string | null;
          client_id?: string;
          closed_reason?: string | null;
          created_at?: string;
          currency?: Database["public"]["Enums"]["currency_code"];
          deadline?: string | null;
          department?: string | null;
          education_requirements?: string | null;
          expected_start_date?: string | null;
          form_id?: string | null;
          id?: string;
          is_filed_by_team?: boolean;
          job_description?: string;
          job_title?: string;
          job_type?: Database["public"]["Enums"]["job_type"];
          joining_date?: string | null;
          location?: string;
          max_experience?: number | null;
          max_salary?: number | null;
          min_experience?: number | null;
          min_salary?: number | null;
          notes?: string | null;
          positions_count?: number;
          positions_filled?: number;
          preferred_skills?: string[];
          priority?: Database["public"]["Enums"]["requirement_priority"];
          recruiter_id?: string | null;
          remote_allowed?: boolean;
          required_skills?: string[];
          responsibilities?: string | null;
          source_consultation_id?: string | null;
          source_contact_id?: string | null;
          source_posting_id?: string | null;
          status?: Database["public"]["Enums"]["requirement_status"];
          submitted_by?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "job_requirements_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "job_requirements_source_consultation_id_fkey";
            columns: ["source_consultation_id"];
            isOneToOne: true;
            referencedRelation: "consultation_requests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "job_requirements_source_contact_id_fkey";
            columns: ["source_contact_id"];
            isOneToOne: true;
            referencedRelation: "contact_submissions";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "job_requirements_source_posting_id_fkey";
            columns: ["source_posting_id"];
            isOneToOne: true;
            referencedRelation: "public_job_submissions";
            referencedColumns: ["id"];
          },
        ];
      };
      mail_outbox: {
        Row: {
          address: string | null;
          attempts: number;
          bundle: string | null;
          bundled_in: string | null;
          created_at: string;
          dead_at: string | null;
          dedupe_key: string;
          first_attempt_at: string | null;
          id: string;
          ids: NonNullable<Json>;
          last_error: string | null;
          next_attempt_at: string | null;
          not_before: string;
          sent_at: string | null;
          skipped_at: string | null;
          template: string;
          turn: string;
          updated_at: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          address?: string | null;
          attempts?: number;
          bundle?: string | null;
          bundled_in?: string | null;
          created_at?: string;
          dead_at?: string | null;
          dedupe_key: string;
          first_attempt_at?: string | null;
          id?: string;
          ids?: NonNullable<Json>;
          last_error?: string | null;
          next_attempt_at?: string | null;
          not_before?: string;
          sent_at?: string | null;
          skipped_at?: string | null;
          template: string;
          turn?: string;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          address?: string | null;
          attempts?: number;
          bundle?: string | null;
          bundled_in?: string | null;
          created_at?: string;
          dead_at?: string | null;
          dedupe_key?: string;
          first_attempt_at?: string | null;
          id?: string;
          ids?: NonNullable<Json>;
          last_error?: string | null;
          next_attempt_at?: string | null;
          not_before?: string;
          sent_at?: string | null;
          skipped_at?: string | null;
          template?: string;
          turn?: string;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "mail_outbox_bundled_in_fkey";
            columns: ["bundled_in"];
            isOneToOne: false;
            referencedRelation: "mail_outbox";
            referencedColumns: ["id"];
          },
        ];
      };
      notes: {
        Row: {
          author: string | null;
          body: string;
          created_at: string;
          form_id: string | null;
          id: string;
          item_id: string;
          kind: Database["public"]["Enums"]["note_kind"];
        };
        ComputedFields: never;
        Insert: {
          author?: string | null;
          body: string;
          created_at?: string;
          form_id?: string | null;
          id?: string;
          item_id: string;
          kind?: Database["public"]["Enums"]["note_kind"];
        };
        Update: {
          author?: string | null;
          body?: string;
          created_at?: string;
          form_id?: string | null;
          id?: string;
          item_id?: string;
          kind?: Database["public"]["Enums"]["note_kind"];
        };
        Relationships: [
          {
            foreignKeyName: "notes_item_id_fkey";
            columns: ["item_id"];
            isOneToOne: false;
            referencedRelation: "inbox_items";
            referencedColumns: ["id"];
          },
        ];
      };
      notification_settings: {
        Row: {
          created_at: string;
          inbox: Database["public"]["Enums"]["mail_frequency"];
          messages: Database["public"]["Enums"]["mail_frequency"];
          requirements: Database["public"]["Enums"]["mail_frequency"];
          updated_at: string;
          user_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          inbox?: Database["public"]["Enums"]["mail_frequency"];
          messages?: Database["public"]["Enums"]["mail_frequency"];
          requirements?: Database["public"]["Enums"]["mail_frequency"];
          updated_at?: string;
          user_id: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          inbox?: Database["public"]["Enums"]["mail_frequency"];
          messages?: Database["public"]["Enums"]["mail_frequency"];
          requirements?: Database["public"]["Enums"]["mail_frequency"];
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Relationships: [];
      };
      public_job_submissions: {
        Row: {
          budget_range: string | null;
          company: string;
          contact_email: string;
          contact_name: string;
          created_at: string;
          department: string | null;
          employment_type: string | null;
          experience_level: string | null;
          flood: boolean;
          form_id: string | null;
          id: string;
          job_description: string | null;
          job_title: string;
          location: string;
          phone: string | null;
          positions_count: string | null;
          skills: string | null;
          suspect: boolean;
          updated_at: string;
          urgency: string | null;
        };
        ComputedFields: never;
        Insert: {
          budget_range?: string | null;
          company: string;
          contact_email: string;
          contact_name: string;
          created_at?: string;
          department?: string | null;
          employment_type?: string | null;
          experience_level?: string | null;
          flood?: boolean;
          form_id?: string | null;
          id?: string;
          job_description?: string | null;
          job_title: string;
          location: string;
          phone?: string | null;
          positions_count?: string | null;
          skills?: string | null;
          suspect?: boolean;
          updated_at?: string;
          urgency?: string | null;
        };
        Update: {
          budget_range?: string | null;
          company?: string;
          contact_email?: string;
          contact_name?: string;
          created_at?: string;
          department?: string | null;
          employment_type?: string | null;
          experience_level?: string | null;
          flood?: boolean;
          form_id?: string | null;
          id?: string;
          job_description?: string | null;
          job_title?: string;
          location?: string;
          phone?: string | null;
          positions_count?: string | null;
          skills?: string | null;
          suspect?: boolean;
          updated_at?: string;
          urgency?: string | null;
        };
        Relationships: [];
      };
      reply_templates: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          title: string;
          updated_at: string;
          updated_by: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          body: string;
          created_at?: string;
          id?: string;
          title: string;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          title?: string;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
        };
        Relationships: [];
      };
      requirement_drafts: {
        Row: {
          author: string | null;
          client_id: string;
          created_at: string;
          entries: NonNullable<Json>;
          id: string;
          page: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          author?: string | null;
          client_id: string;
          created_at?: string;
          entries: NonNullable<Json>;
          id: string;
          page: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          author?: string | null;
          client_id?: string;
          created_at?: string;
          entries?: NonNullable<Json>;
          id?: string;
          page?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "requirement_drafts_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      requirement_events: {
        Row: {
          actor: string | null;
          changes: NonNullable<Json>;
          client_id: string;
          created_at: string;
          entry_ids: string[] | null;
          for_client: boolean;
          id: string;
          person: string | null;
          requirement_id: string;
          side: Database["public"]["Enums"]["side"] | null;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          actor?: string | null;
          changes?: NonNullable<Json>;
          client_id: string;
          created_at?: string;
          entry_ids?: string[] | null;
          for_client?: boolean;
          id?: string;
          person?: string | null;
          requirement_id: string;
          side?: Database["public"]["Enums"]["side"] | null;
          type: string;
        };
        Update: {
          actor?: string | null;
          changes?: NonNullable<Json>;
          client_id?: string;
          created_at?: string;
          entry_ids?: string[] | null;
          for_client?: boolean;
          id?: string;
          person?: string | null;
          requirement_id?: string;
          side?: Database["public"]["Enums"]["side"] | null;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: "requirement_events_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "requirement_events_requirement_id_fkey";
            columns: ["requirement_id"];
            isOneToOne: false;
            referencedRelation: "job_requirements";
            referencedColumns: ["id"];
          },
        ];
      };
      requirement_messages: {
        Row: {
          author: string | null;
          body: string;
          client_id: string | null;
          created_at: string;
          id: string;
          requirement_id: string;
          side: string;
        };
        ComputedFields: never;
        Insert: {
          author?: string | null;
          body: string;
          client_id?: string | null;
          created_at?: string;
          id?: string;
          requirement_id: string;
          side: string;
        };
        Update: {
          author?: string | null;
          body?: string;
          client_id?: string | null;
          created_at?: string;
          id?: string;
          requirement_id?: string;
          side?: string;
        };
        Relationships: [
          {
            foreignKeyName: "requirement_messages_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "requirement_messages_requirement_id_fkey";
            columns: ["requirement_id"];
            isOneToOne: false;
            referencedRelation: "job_requirements";
            referencedColumns: ["id"];
          },
        ];
      };
      shortlist_answers: {
        Row: {
          author: string | null;
          created_at: string;
          entry_id: string;
          former: Json | null;
          id: string;
          noted_by: string | null;
          noted_over: Json | null;
          reason: string | null;
          released_at: string | null;
          released_by: string | null;
          said_by: string | null;
          said_how: string | null;
          said_on: string | null;
          undo_until: string | null;
          verdict: string;
          words_for_agency: string | null;
          words_for_candidate: string | null;
        };
        ComputedFields: never;
        Insert: {
          author?: string | null;
          created_at?: string;
          entry_id: string;
          former?: Json | null;
          id?: string;
          noted_by?: string | null;
          noted_over?: Json | null;
          reason?: string | null;
          released_at?: string | null;
          released_by?: string | null;
          said_by?: string | null;
          said_how?: string | null;
          said_on?: string | null;
          undo_until?: string | null;
          verdict: string;
          words_for_agency?: string | null;
          words_for_candidate?: string | null;
        };
        Update: {
          author?: string | null;
          created_at?: string;
          entry_id?: string;
          former?: Json | null;
          id?: string;
          noted_by?: string | null;
          noted_over?: Json | null;
          reason?: string | null;
          released_at?: string | null;
          released_by?: string | null;
          said_by?: string | null;
          said_how?: string | null;
          said_on?: string | null;
          undo_until?: string | null;
          verdict?: string;
          words_for_agency?: string | null;
          words_for_candidate?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "shortlist_answers_entry_id_fkey";
            columns: ["entry_id"];
            isOneToOne: false;
            referencedRelation: "shortlist_entries";
            referencedColumns: ["id"];
          },
        ];
      };
      shortlist_entries: {
        Row: {
          accepted_at: string | null;
          added_by: string | null;
          answered_at: string | null;
          applied_at: string | null;
          begins_on: string | null;
          candidate_id: string;
          card: Json | null;
          chosen: string[];
          code_word: string;
          created_at: string;
          dealt_at: string | null;
          id: string;
          interview_at: string | null;
          is_blind: boolean;
          is_by_mail: boolean;
          joined_on: string | null;
          next_by: string | null;
          next_on: string | null;
          next_words: string | null;
          offered_at: string | null;
          pitch: string | null;
          requirement_id: string;
          said: string | null;
          shown_at: string | null;
          state: string;
          told_company: string | null;
          turned_down_at: string | null;
          turned_down_reason: string | null;
          turned_down_words: string | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          accepted_at?: string | null;
          added_by?: string | null;
          answered_at?: string | null;
          applied_at?: string | null;
          begins_on?: string | null;
          candidate_id: string;
          card?: Json | null;
          chosen?: string[];
          code_word: string;
          created_at?: string;
          dealt_at?: string | null;
          id?: string;
          interview_at?: string | null;
          is_blind?: boolean;
          is_by_mail?: boolean;
          joined_on?: string | null;
          next_by?: string | null;
          next_on?: string | null;
          next_words?: string | null;
          offered_at?: string | null;
          pitch?: string | null;
          requirement_id: string;
          said?: string | null;
          shown_at?: string | null;
          state?: string;
          told_company?: string | null;
          turned_down_at?: string | null;
          turned_down_reason?: string | null;
          turned_down_words?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          accepted_at?: string | null;
          added_by?: string | null;
          answered_at?: string | null;
          applied_at?: string | null;
          begins_on?: string | null;
          candidate_id?: string;
          card?: Json | null;
          chosen?: string[];
          code_word?: string;
          created_at?: string;
          dealt_at?: string | null;
          id?: string;
          interview_at?: string | null;
          is_blind?: boolean;
          is_by_mail?: boolean;
          joined_on?: string | null;
          next_by?: string | null;
          next_on?: string | null;
          next_words?: string | null;
          offered_at?: string | null;
          pitch?: string | null;
          requirement_id?: string;
          said?: string | null;
          shown_at?: string | null;
          state?: string;
          told_company?: string | null;
          turned_down_at?: string | null;
          turned_down_reason?: string | null;
          turned_down_words?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "shortlist_entries_candidate_id_fkey";
            columns: ["candidate_id"];
            isOneToOne: false;
            referencedRelation: "candidates";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "shortlist_entries_requirement_id_fkey";
            columns: ["requirement_id"];
            isOneToOne: false;
            referencedRelation: "job_requirements";
            referencedColumns: ["id"];
          },
        ];
      };
      shortlists: {
        Row: {
          created_at: string;
          india_place: string | null;
          is_abroad: boolean;
          is_blind: boolean;
          is_by_mail: boolean;
          reminded_at: string | null;
          requirement_id: string;
          tells_pay: boolean;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          india_place?: string | null;
          is_abroad?: boolean;
          is_blind?: boolean;
          is_by_mail?: boolean;
          reminded_at?: string | null;
          requirement_id: string;
          tells_pay?: boolean;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          india_place?: string | null;
          is_abroad?: boolean;
          is_blind?: boolean;
          is_by_mail?: boolean;
          reminded_at?: string | null;
          requirement_id?: string;
          tells_pay?: boolean;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "shortlists_requirement_id_fkey";
            columns: ["requirement_id"];
            isOneToOne: true;
            referencedRelation: "job_requirements";
            referencedColumns: ["id"];
          },
        ];
      };
      team_members: {
        Row: {
          contact_email: string | null;
          contact_phone: string | null;
          created_at: string;
          display_name: string;
          updated_at: string;
          user_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          display_name: string;
          updated_at?: string;
          user_id: string;
          version?: number;
        };
        Update: {
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          display_name?: string;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "team_members_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "user_roles";
            referencedColumns: ["user_id"];
          },
        ];
      };
      unread_messages: {
        Row: {
          first_at: string;
          last_at: string;
          requirement_id: string;
          unread: number;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          first_at: string;
          last_at: string;
          requirement_id: string;
          unread: number;
          user_id: string;
        };
        Update: {
          first_at?: string;
          last_at?: string;
          requirement_id?: string;
          unread?: number;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "unread_messages_requirement_id_fkey";
            columns: ["requirement_id"];
            isOneToOne: false;
            referencedRelation: "job_requirements";
            referencedColumns: ["id"];
          },
        ];
      };
      user_roles: {
        Row: {
          created_at: string;
          role: Database["public"]["Enums"]["app_role"];
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          role: Database["public"]["Enums"]["app_role"];
          updated_at?: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          role?: Database["public"]["Enums"]["app_role"];
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      current_account: {
        Row: {
          access: Database["public"]["Enums"]["member_access"] | null;
          client_id: string | null;
          company_name: string | null;
          full_name: string | null;
          phone: string | null;
          role: Database["public"]["Enums"]["app_role"] | null;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: "client_members_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      filing_account: {
        Row: {
          access: Database["public"]["Enums"]["member_access"] | null;
          client_id: string | null;
          company_name: string | null;
          full_name: string | null;
          last_currency: Database["public"]["Enums"]["currency_code"] | null;
          phone: string | null;
          role: Database["public"]["Enums"]["app_role"] | null;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: "client_members_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
      };
      requirement_totals: {
        Row: {
          active: number | null;
          positions: number | null;
          total: number | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
    };
    Functions: {
      accept_invitation: { Args: { token: string }; Returns: Json };
      accept_own_invitation: { Args: { invitation: string; leaving?: boolean }; Returns: Json };
      add_candidates: {
        Args: { candidates: string[]; requirement: string };
        Returns: {
          candidate_id: string;
          entry_id: string;
          full_name: string;
          outcome: string;
        }[];
      };
      add_never: { Args: { candidate: string; client?: string; employer?: boolean; named?: string }; Returns: string };
      add_own_never: { Args: { employer?: boolean; named: string; session_token: string }; Returns: string };
      add_to_shortlist: { Args: { candidate: string; requirement: string }; Returns: string };
      agree_by_link: { Args: { digest: string; token: string }; Returns: undefined };
      agree_to_be_kept: { Args: { session_token: string }; Returns: undefined };
      agree_to_card: { Args: { digest: string; entry: string; session_token: string }; Returns: undefined };
      allow_card: { Args: { digest?: string; token: string }; Returns: undefined };
      answer_candidates: { Args: { answers: Json; requirement: string }; Returns: number };
      application_figures: {
        Args: { metrics_key: string };
        Returns: {
          applications: number;
          state: string;
        }[];
      };
      apply_for_job: {
        Args: {
          entries: Json;
          form: string;
          instead_of?: string;
          is_suspect?: boolean;
          keep?: boolean;
          language?: string;
          slug: string;
        };
        Returns: Json;
      };
      ask_by_phone: {
        Args: { entry: string; form: string; has_rung: boolean; number: string; seen: number; words?: string };
        Returns: undefined;
      };
      ask_candidates: { Args: { entries: string[]; seen: number[]; words?: string }; Returns: number };
      ask_for_call: { Args: { token: string }; Returns: undefined };
      ask_to_keep: { Args: { candidate: string; seen: number }; Returns: undefined };
      begin_company: { Args: { company_name: string; full_name?: string; phone?: string }; Returns: boolean };
      candidate_question: { Args: { token: string }; Returns: Json };
      change_member_access: {
        Args: { new_access: Database["public"]["Enums"]["member_access"]; person: string; seen: number };
        Returns: undefined;
      };
      change_requirement_status: {
        Args: {
          answer?: string;
          filled?: number;
          joining?: string;
          person?: string;
          reason?: string;
          requirement: string;
          seen: number;
          status: Database["public"]["Enums"]["requirement_status"];
        };
        Returns: number;
      };
      claim_crm_deliveries: {
        Args: { most?: number };
        Returns: {
          id: string;
          message: Json;
        }[];
      };
      claim_crm_delivery: {
        Args: { requirement: string };
        Returns: {
          id: string;
          message: Json;
        }[];
      };
      claim_mails: {
        Args: { most?: number };
        Returns: {
          content: Json;
          dedupe_key: string;
          id: string;
        }[];
      };
      client_contacts: {
        Args: { client: string };
        Returns: {
          email: string;
          user_id: string;
        }[];
      };
      client_timeline: {
        Args: { before_at?: string; before_id?: string; client: string };
        Returns: {
          channel: string;
          happened_at: string;
          id: string;
          item_id: string;
          kind: string;
          person: string;
          requirement_id: string;
          side: string;
          title: string;
          words: string;
        }[];
      };
      close_advert: { Args: { requirement: string; seen: number; words?: string }; Returns: number };
      close_candidate_page: { Args: { session_token: string }; Returns: undefined };
      company_advert: { Args: { requirement: string }; Returns: Json };
      company_candidates: { Args: { opens?: boolean; requirement: string }; Returns: Json };
      confirm_application: { Args: { digest?: string; keep?: boolean; token: string }; Returns: undefined };
      convert_item: { Args: { client: string; entries: Json; item: string }; Returns: string };
      convert_item_for_new: {
        Args: { company_name: string; entries: Json; full_name?: string; item: string; phone?: string };
        Returns: string;
      };
      correct_client_contact: {
        Args: { client: string; full_name?: string; phone?: string; seen: number };
        Returns: undefined;
      };
      count_found_candidates: {
        Args: {
          city?: string;
          filter?: Database["public"]["CompositeTypes"]["candidate_filter"];
          requirement?: string;
          words?: string;
        };
        Returns: Json;
      };
      count_inbox: {
        Args: Record<PropertyKey, never>;
        Returns: {
          item_group: string;
          items: number;
        }[];
      };
      count_open_requirements: {
        Args: { filter?: Database["public"]["CompositeTypes"]["requirement_filter"] };
        Returns: Json;
      };
      crm_backlog: { Args: Record<PropertyKey, never>; Returns: Record<string, unknown> };
      dashboard_page: {
        Args: {
          before_at?: string;
          before_id?: string;
          only_unread?: boolean;
          page_size: number;
          sort?: string;
          wanted?: Database["public"]["Enums"]["requirement_status"];
          words?: string;
        };
        Returns: Json;
      };
      deal_with_answer: { Args: { entry: string; seen: number }; Returns: undefined };
      decide_import: { Args: { choices: string[]; import: string; places: number[] }; Returns: undefined };
      delete_reply_template: { Args: { seen: number; template: string }; Returns: undefined };
      delete_requirement_draft: { Args: { draft: string; seen: number }; Returns: undefined };
      discard_import: { Args: { import: string }; Returns: undefined };
      disown_address: { Args: { token: string }; Returns: undefined };
      disown_application: { Args: { token: string }; Returns: undefined };
      edit_company: {
        Args: { company_name: string; full_name?: string; phone?: string; seen: number };
        Returns: undefined;
      };
      edit_own_candidate: { Args: { entries: Json; seen: number; session_token: string }; Returns: number };
      edit_own_name: { Args: { full_name: string; seen: number }; Returns: undefined };
      edit_requirement: { Args: { entries: Json; requirement: string; seen: number }; Returns: number };
      edit_requirement_as_team: { Args: { entries: Json; requirement: string; seen: number }; Returns: number };
      edit_team_member: {
        Args: { contact_email?: string; contact_phone?: string; display_name: string; person: string; seen: number };
        Returns: undefined;
      };
      end_absence: { Args: { person: string }; Returns: undefined };
      enter_candidate_code: { Args: { code: string; token: string }; Returns: string };
      erase_by_link: { Args: { is_minor?: boolean; token: string }; Returns: undefined };
      erase_candidate: { Args: { candidate: string }; Returns: undefined };
      erase_own_candidate: { Args: { session_token: string }; Returns: undefined };
      erase_person: { Args: { address: string }; Returns: Json };
      erase_sender: { Args: { item: string }; Returns: undefined };
      export_candidate: { Args: { candidate: string }; Returns: Json };
      export_candidates: {
        Args: {
          after_id?: string;
          after_key?: string;
          city?: string;
          filter?: Database["public"]["CompositeTypes"]["candidate_filter"];
          words?: string;
        };
        Returns: {
          applications: Json;
          city: string;
          country: string;
          created_at: string;
          email: string;
          employer: string;
          expected_pay_amount: number;
          expected_pay_currency: Database["public"]["Enums"]["currency_code"];
          expected_pay_unit: string;
          full_name: string;
          headline: string;
          id: string;
          is_kept: boolean;
          language: string;
          last_activity_at: string;
          notice_period: string;
          phone: string;
          skills: string[];
          source: string;
        }[];
      };
      export_figure_rows: {
        Args: {
          after_at?: string;
          after_id?: string;
          group_key?: string;
          grouping_by?: string;
          measure: string;
          month: string;
        };
        Returns: Database["public"]["CompositeTypes"]["figure_row"][];
        SetofOptions: {
          from: "*";
          to: "figure_row";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      export_figures: { Args: { grouping_by?: string; month: string }; Returns: Json };
      export_inbox: {
        Args: {
          after_group?: string;
          after_id?: string;
          after_key?: string;
          filter?: Database["public"]["CompositeTypes"]["inbox_filter"];
        };
        Returns: Database["public"]["CompositeTypes"]["exported_item"][];
        SetofOptions: {
          from: "*";
          to: "exported_item";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      export_own_candidate: { Args: { session_token: string }; Returns: Json };
      export_person: { Args: { address: string }; Returns: Json };
      export_requirements: {
        Args: {
          after_id?: string;
          after_key?: string;
          fields?: string[];
          filter?: Database["public"]["CompositeTypes"]["requirement_filter"];
        };
        Returns: {
          applicants: Json;
          closed_reason: string;
          company: string;
          created_at: string;
          entries: Json;
          id: string;
          positions_filled: number;
          recruiter_id: string;
          requirement_status: Database["public"]["Enums"]["requirement_status"];
          updated_at: string;
        }[];
      };
      file_requirement: { Args: { client: string; entries: Json; form: string }; Returns: string };
      file_requirement_draft: { Args: { draft: string; entries: Json; page: string; seen: number }; Returns: string };
      find_candidates_calling: {
        Args: { address?: string; name?: string; number?: string };
        Returns: {
          city: string;
          email: string;
          full_name: string;
          headline: string;
          id: string;
          phone: string;
          reason: string;
        }[];
      };
      find_enquiries: {
        Args: { address?: string; company?: string; number?: string };
        Returns: {
          came: string;
          client_id: string;
          email: string;
          id: string;
          kind: Database["public"]["Enums"]["inbox_kind"];
          phone: string;
          reason: string;
          sender: string;
          sender_company: string;
          source: string;
          state: Database["public"]["Enums"]["inbox_state"];
          title: string;
        }[];
      };
      find_members: {
        Args: { words: string };
        Returns: {
          client_id: string;
          company_name: string;
          email: string;
          full_name: string;
          phone: string;
          user_id: string;
        }[];
      };
      finish_item: {
        Args: {
          change?: Database["public"]["CompositeTypes"]["item_change"];
          filter?: Database["public"]["CompositeTypes"]["inbox_filter"];
          form: string;
          from_group?: string;
          item: string;
          seen: number;
        };
        Returns: {
          next_group: string;
          next_id: string;
        }[];
      };
      finish_next_step: { Args: { candidate: string; entry?: string; seen_next: string }; Returns: undefined };
      give_item: { Args: { item: string; person?: string; seen: number }; Returns: number };
      give_items: {
        Args: { act?: string; items: string[]; person?: string; seen: number[] };
        Returns: {
          item_id: string;
          outcome: string;
        }[];
      };
      give_requirements: {
        Args: { person?: string; requirements: string[]; seen: number[] };
        Returns: {
          job_title: string;
          outcome: string;
          requirement_id: string;
        }[];
      };
      hand_over_company: { Args: { person: string }; Returns: undefined };
      inbox_figures: {
        Args: { metrics_key: string };
        Returns: {
          items: number;
          overdue: boolean;
          state: Database["public"]["Enums"]["inbox_state"];
        }[];
      };
      inbox_senders: {
        Args: { items?: string[]; requirement?: string };
        Returns: {
          company: string;
          email: string;
          item_id: string;
          phone: string;
          sender: string;
        }[];
      };
      invitation_by_token: { Args: { token: string }; Returns: Json };
      invitation_mail: { Args: { invitation: string }; Returns: Json };
      invite_member: {
        Args: { address: string; full_name?: string; new_access: Database["public"]["Enums"]["member_access"] };
        Returns: string;
      };
      invite_owner: { Args: { address: string; client: string; full_name?: string }; Returns: string };
      invite_to_team: {
        Args: { address: string; full_name?: string; new_role: Database["public"]["Enums"]["app_role"] };
        Returns: string;
      };
      is_undo_link: { Args: { token: string }; Returns: boolean };
      keep_by_link: { Args: { token: string }; Returns: undefined };
      leave_company: { Args: { client: string; contact?: string }; Returns: undefined };
      list_activity: {
        Args: {
          after_at?: string;
          after_id?: string;
          before?: string;
          company?: string;
          deed?: string;
          person?: string;
          since?: string;
        };
        Returns: {
          action: string;
          actor: string;
          actor_name: string;
          client_id: string;
          company_name: string;
          created_at: string;
          fields: string[];
          id: string;
          is_there: boolean;
          job_title: string;
          new_value: string;
          old_value: string;
          other: string;
          subject: string;
          subject_kind: string;
        }[];
      };
      list_candidates: {
        Args: {
          before_at?: string;
          before_id?: string;
          city?: string;
          filter?: Database["public"]["CompositeTypes"]["candidate_filter"];
          requirement?: string;
          size?: number;
          words?: string;
        };
        Returns: Database["public"]["CompositeTypes"]["listed_candidate"][];
        SetofOptions: {
          from: "*";
          to: "listed_candidate";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      list_changeable: {
        Args: { filter?: Database["public"]["CompositeTypes"]["inbox_filter"] };
        Returns: {
          item_id: string;
          total: number;
          version: number;
        }[];
      };
      list_clients: {
        Args: { after?: string; sort?: string; words?: string };
        Returns: {
          company_name: string;
          created_at: string;
          full_name: string;
          id: string;
          invited_at: string;
          last_contact_at: string;
          members: number;
          open: number;
          phone: string;
          recruiters: string[];
        }[];
      };
      list_figure_rows: {
        Args: {
          after_at?: string;
          after_id?: string;
          group_key?: string;
          grouping_by?: string;
          measure: string;
          month: string;
        };
        Returns: Database["public"]["CompositeTypes"]["figure_row"][];
        SetofOptions: {
          from: "*";
          to: "figure_row";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      list_imports: { Args: Record<PropertyKey, never>; Returns: Json };
      list_inbox: {
        Args: {
          after_group?: string;
          after_id?: string;
          after_key?: string;
          filter?: Database["public"]["CompositeTypes"]["inbox_filter"];
        };
        Returns: Database["public"]["CompositeTypes"]["listed_item"][];
        SetofOptions: {
          from: "*";
          to: "listed_item";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      list_late: { Args: { kind: string; person: string }; Returns: Json };
      list_open_requirements: {
        Args: {
          after_group?: string;
          after_id?: string;
          after_key?: string;
          filter?: Database["public"]["CompositeTypes"]["requirement_filter"];
        };
        Returns: {
          candidates: Json;
          client_id: string;
          company: string;
          created_at: string;
          deadline: string;
          id: string;
          item_group: string;
          job_title: string;
          last_word_at: string;
          location: string;
          positions_count: number;
          positions_filled: number;
          recruiter_id: string;
          requirement_priority: Database["public"]["Enums"]["requirement_priority"];
          requirement_status: Database["public"]["Enums"]["requirement_status"];
          sort_key: string;
          version: number;
          waits_for: Database["public"]["Enums"]["side"];
        }[];
      };
      list_requirements: {
        Args: {
          after_id?: string;
          after_key?: string;
          filter?: Database["public"]["CompositeTypes"]["requirement_filter"];
        };
        Returns: {
          candidates: Json;
          client_id: string;
          company: string;
          created_at: string;
          deadline: string;
          id: string;
          job_title: string;
          last_word_at: string;
          location: string;
          positions_count: number;
          positions_filled: number;
          recruiter_id: string;
          requirement_priority: Database["public"]["Enums"]["requirement_priority"];
          requirement_status: Database["public"]["Enums"]["requirement_status"];
          updated_at: string;
          version: number;
          waits_for: Database["public"]["Enums"]["side"];
        }[];
      };
      list_workloads: {
        Args: Record<PropertyKey, never>;
        Returns: {
          companies: number;
          items: number;
          person: string;
          requirements: number;
          seen_at: string;
        }[];
      };
      mail_application: { Args: { token: string }; Returns: Json };
      mail_backlog: { Args: Record<PropertyKey, never>; Returns: Record<string, unknown> };
      mail_link: { Args: { kind: string; token: string }; Returns: Json };
      make_candidate_of: { Args: { candidate?: string; entries?: Json; form?: string; item: string }; Returns: string };
      mark_entry: { Args: { day?: string; entry: string; seen: number; state: string }; Returns: number };
      mend_enquiry: {
        Args: { entries: Database["public"]["CompositeTypes"]["enquiry_entries"]; item: string; seen: number };
        Returns: number;
      };
      mend_search: { Args: { words: string }; Returns: Json };
      merge_candidates: {
        Args: { entries: Json; kept: string; merged: string; merged_seen: number; seen: number };
        Returns: number;
      };
      my_day: { Args: { section?: string }; Returns: Json };
      name_advert: { Args: { named: boolean; requirement: string; seen: number }; Returns: number };
      need_no_answer: { Args: { requirement: string; seen: string }; Returns: undefined };
      next_item: {
        Args: { filter?: Database["public"]["CompositeTypes"]["inbox_filter"]; from_group?: string; item: string };
        Returns: {
          item_group: string;
          item_id: string;
        }[];
      };
      note_answer: {
        Args: {
          entry: string;
          reason?: string;
          said_by: string;
          said_how: string;
          said_on: string;
          seen: number;
          verdict: string;
        };
        Returns: number;
      };
      note_client: { Args: { body: string; channel?: string; client: string; form: string }; Returns: string };
      note_once: {
        Args: { body: string; form: string; item: string; kind: Database["public"]["Enums"]["note_kind"] };
        Returns: string;
      };
      note_talk: {
        Args: {
          candidate: string;
          channel?: string;
          entry?: string;
          form: string;
          next_on?: string;
          next_words?: string;
          seen_next?: string;
          words?: string;
        };
        Returns: string;
      };
      open_advert: { Args: { closes_on: string; requirement: string; seen: number }; Returns: number };
      open_item: {
        Args: { item: string };
        Returns: {
          opened_at: string;
          user_id: string;
        }[];
      };
      open_messages: { Args: { before_id?: string; before_key?: string; requirement: string }; Returns: Json };
      own_candidate_page: { Args: { session_token: string }; Returns: Json };
      own_company: { Args: Record<PropertyKey, never>; Returns: Json };
      own_invitations: { Args: Record<PropertyKey, never>; Returns: Json };
      own_mailbox: { Args: { address: string; token: string }; Returns: undefined };
      own_open_requirements: {
        Args: Record<PropertyKey, never>;
        Returns: {
          company: string;
          id: string;
          job_title: string;
        }[];
      };
      owns_requirement: { Args: { requirement: string }; Returns: boolean };
      phone_link: { Args: { entry: string }; Returns: Json };
      post_message: {
        Args: { body: string; form?: string; from_side?: string; requirement: string; seen?: string };
        Returns: string;
      };
      prepare_invited_account: { Args: { token: string }; Returns: Json };
      preview_sender_erasure: { Args: { item: string }; Returns: Json };
      public_job: { Args: { slug: string }; Returns: Json };
      public_job_addresses: { Args: Record<PropertyKey, never>; Returns: Json };
      public_job_feed: { Args: Record<PropertyKey, never>; Returns: Json };
      public_jobs: { Args: { page?: number; place?: string; words?: string; work?: string }; Returns: Json };
      public_jobs_of: { Args: { company: string }; Returns: Json };
      read_advert: { Args: { requirement: string }; Returns: Json };
      read_applicants: { Args: { after?: string; requirement: string; skip?: number }; Returns: Json };
      read_application: { Args: { token: string }; Returns: Json };
      read_candidate: { Args: { candidate: string }; Returns: Json };
      read_client: { Args: { client: string }; Returns: Json };
      read_confirmation: { Args: { token: string }; Returns: Json };
      read_figures: { Args: { grouping_by?: string; month: string }; Returns: Json };
      read_import: {
        Args: { after_place?: number; import: string; only_these?: string; size?: number };
        Returns: Json;
      };
      read_item_history: { Args: { item: string }; Returns: Json };
      read_items: { Args: { items: string[] }; Returns: Json };
      read_requirement: { Args: { requirement: string }; Returns: Json };
      read_shortlist: { Args: { requirement: string }; Returns: Json };
      read_workload: { Args: Record<PropertyKey, never>; Returns: Json };
      reconsider_candidate_question: { Args: { token: string }; Returns: undefined };
      reconsider_own_entry: { Args: { entry: string; session_token: string }; Returns: undefined };
      record_enquiry: {
        Args: {
          client?: string;
          entries: Database["public"]["CompositeTypes"]["enquiry_entries"];
          form: string;
          source: string;
          takes?: boolean;
        };
        Returns: string;
      };
      refuse_candidate_question: { Args: { token: string }; Returns: undefined };
      related_items: {
        Args: { item: string };
        Returns: {
          came: string;
          id: string;
          kind: Database["public"]["Enums"]["inbox_kind"];
          source: string;
          state: Database["public"]["Enums"]["inbox_state"];
          title: string;
        }[];
      };
      related_people: {
        Args: { item: string };
        Returns: {
          detail: string;
          id: string;
          kind: string;
          name: string;
          reason: string;
        }[];
      };
      release_answer: { Args: { answer: string }; Returns: undefined };
      release_sender: { Args: { item: string }; Returns: number };
      remind_candidate: { Args: { entry: string }; Returns: boolean };
      remove_member: { Args: { contact?: string; person: string }; Returns: undefined };
      remove_never: { Args: { never: string }; Returns: undefined };
      remove_own_never: { Args: { never: string; session_token: string }; Returns: undefined };
      remove_team_member: { Args: { person: string; successor?: string }; Returns: boolean };
      request_candidate_link: { Args: { address: string }; Returns: undefined };
      requirement_audience: { Args: { requirement: string }; Returns: Json };
      requirement_draft: { Args: { draft: string }; Returns: Json };
      requirement_frame: { Args: { requirement: string }; Returns: Json };
      requirement_history: { Args: { before_at?: string; before_id?: string; requirement: string }; Returns: Json };
      resend_invitation: { Args: { invitation: string }; Returns: undefined };
      revoke_invitation: { Args: { invitation: string }; Returns: undefined };
      run_import: { Args: { import: string; known: string; source: string }; Returns: Json };
      save_advert: { Args: { entries: Json; requirement: string; seen?: number }; Returns: number };
      save_candidate: { Args: { candidate?: string; entries: Json; form?: string; seen?: number }; Returns: Json };
      save_client_terms: {
        Args: {
          client: string;
          fee?: string;
          payment_days?: number;
          remarks?: string;
          replacement_days?: number;
          seen: number;
        };
        Returns: undefined;
      };
      save_reply_template: {
        Args: { body: string; seen: number; template: string; title: string };
        Returns: undefined;
      };
      save_requirement_draft: { Args: { draft: string; entries: Json; page: string; seen: number }; Returns: number };
      schedule_runs: {
        Args: Record<PropertyKey, never>;
        Returns: {
          answered: number;
          ran: number;
          requested: number;
          run: string;
        }[];
      };
      schema_version: { Args: Record<PropertyKey, never>; Returns: string };
      send_candidate_code: { Args: { token: string }; Returns: boolean };
      send_cards: {
        Args: { address?: string; entries: string[]; requirement: string; seen: number[] };
        Returns: number;
      };
      set_absence: {
        Args: { begins_on?: string; hands_over?: boolean; person: string; stand_in: string; until: string };
        Returns: boolean;
      };
      set_card: { Args: { chosen: string[]; entry: string; pitch?: string; seen: number }; Returns: number };
      set_item_due: { Args: { due: string; item: string; seen: number }; Returns: number };
      set_item_state: {
        Args: { due?: string; item: string; seen: number; state: Database["public"]["Enums"]["inbox_state"] };
        Returns: number;
      };
      set_item_states: {
        Args: { act?: string; items: string[]; seen: number[]; state: Database["public"]["Enums"]["inbox_state"] };
        Returns: {
          item_id: string;
          outcome: string;
        }[];
      };
      set_message_quotes: { Args: { seen: number; wanted: boolean }; Returns: undefined };
      set_notifications: {
        Args: {
          inbox?: Database["public"]["Enums"]["mail_frequency"];
          messages?: Database["public"]["Enums"]["mail_frequency"];
          requirements?: Database["public"]["Enums"]["mail_frequency"];
          seen: number;
        };
        Returns: number;
      };
      set_recruiter: { Args: { person?: string; requirement: string; seen: number }; Returns: number };
      set_shortlist: {
        Args: {
          is_abroad?: boolean;
          is_blind: boolean;
          is_by_mail?: boolean;
          requirement: string;
          seen: number;
          tells_pay?: boolean;
        };
        Returns: number;
      };
      set_team_role: {
        Args: { new_role: Database["public"]["Enums"]["app_role"]; person: string };
        Returns: undefined;
      };
      settle_crm_delivery: { Args: { delivery: string; problem?: string }; Returns: undefined };
      settle_mail: { Args: { delivery: string; is_final?: boolean; problem?: string }; Returns: undefined };
      show_candidates: { Args: { entries: string[]; requirement: string; seen: number[] }; Returns: number };
      similar_candidates: {
        Args: { entries: Json; except_one?: string };
        Returns: {
          city: string;
          full_name: string;
          headline: string;
          id: string;
          is_confirmed: boolean;
          why: string;
        }[];
      };
      stage_import: {
        Args: { columns: string[]; form: string; has_head: boolean; head: string[]; rows: Json };
        Returns: string;
      };
      subscription_by_token: { Args: { token: string }; Returns: Json };
      suggest_clients: {
        Args: { address?: string; known?: string; name?: string; number?: string };
        Returns: {
          company_name: string;
          email: string;
          full_name: string;
          id: string;
          is_known: boolean;
          phone: string;
          reason: string;
        }[];
      };
      take_back_entries: { Args: { entries: string[]; seen: number[] }; Returns: number };
      take_back_entry: { Args: { entry: string; seen: number }; Returns: string };
      take_back_note: { Args: { answer: string; seen: number }; Returns: number };
      take_down_advert: { Args: { requirement: string; seen: number }; Returns: number };
      take_item: { Args: { item: string; seen: number }; Returns: number };
      take_next_item: { Args: Record<PropertyKey, never>; Returns: string };
      take_next_of: { Args: { kind: Database["public"]["Enums"]["inbox_kind"] }; Returns: string };
      take_on_applicants: { Args: { entries: string[]; seen: number[] }; Returns: Json };
      take_own_card_back: { Args: { entry: string; session_token: string }; Returns: undefined };
      team_frame: { Args: Record<PropertyKey, never>; Returns: Json };
      turn_down_applicants: { Args: { entries: string[]; seen: number[]; words?: string }; Returns: number };
      typed_application: { Args: { token: string }; Returns: Json };
      undo_act: {
        Args: { act: string };
        Returns: {
          has_reply: boolean;
          item_id: string;
          outcome: string;
          person: string;
        }[];
      };
      undo_answer: { Args: { answer: string; requirement: string }; Returns: boolean };
      undo_candidate_refusal: { Args: { token: string }; Returns: undefined };
      undo_import: { Args: { import: string }; Returns: Json };
      undo_own_refusal: { Args: { entry: string; session_token: string }; Returns: undefined };
      undo_taken_on: { Args: { entries: string[] }; Returns: number };
      undo_turned_down: { Args: { entries: string[] }; Returns: number };
      unsubscribe: { Args: { token: string }; Returns: boolean };
      withdraw_from: { Args: { entry: string; session_token: string }; Returns: undefined };
      withdraw_requirement: { Args: { reason: string; requirement: string; seen: number }; Returns: number };
      work_in_hand: { Args: { person: string }; Returns: Json };
    };
    Enums: {
      app_role: "admin" | "recruiter" | "hr_manager" | "client";
      currency_code: "USD" | "EUR" | "GBP" | "INR";
      inbox_kind: "contact" | "posting" | "consultation" | "requirement";
      inbox_state: "new" | "open" | "waiting" | "done" | "spam";
      invitation_kind: "team" | "client";
      job_type: "permanent" | "contract" | "temporary" | "part_time" | "full_time";
      mail_frequency: "at_once" | "daily" | "never";
      member_access: "owner" | "member" | "viewer";
      note_kind: "note" | "call" | "email" | "meeting";
      requirement_priority: "low" | "medium" | "high" | "urgent";
      requirement_status: "new" | "in_progress" | "filled" | "cancelled";
      side: "company" | "team";
    };
    CompositeTypes: {
      candidate_filter: {
        skills: string[] | null;
        any_skill: boolean | null;
        notice_days: number | null;
        yearly_pay: number | null;
        pay_currency: Database["public"]["Enums"]["currency_code"] | null;
        process: string | null;
        is_unasked: boolean | null;
        with_unknown: boolean | null;
      };
      enquiry_entries: {
        name: string | null;
        requirement: string | null;
        phone: string | null;
        email: string | null;
        company: string | null;
      };
      exported_item: {
        id: string | null;
        item_group: string | null;
        sort_key: string | null;
        item_kind: Database["public"]["Enums"]["inbox_kind"] | null;
        item_state: Database["public"]["Enums"]["inbox_state"] | null;
        assignee: string | null;
        sender: string | null;
        email: string | null;
        phone: string | null;
        company: string | null;
        subject: string | null;
        created_at: string | null;
        due_at: string | null;
        last_activity_at: string | null;
        is_suspect: boolean | null;
        source: string | null;
      };
      figure_row: {
        id: string | null;
        at: string | null;
        seconds: number | null;
        item_id: string | null;
        requirement_id: string | null;
        entry_id: string | null;
        candidate_id: string | null;
        candidate: string | null;
        title: string | null;
        company: string | null;
        client_id: string | null;
        recruiter_id: string | null;
        total: number | null;
      };
      inbox_filter: {
        kind: Database["public"]["Enums"]["inbox_kind"] | null;
        state: Database["public"]["Enums"]["inbox_state"] | null;
        whose: string | null;
        suspect: boolean | null;
        words: string | null;
        only_group: string | null;
        sort: string | null;
        descending: boolean | null;
      };
      item_change: {
        note_kind: Database["public"]["Enums"]["note_kind"] | null;
        body: string | null;
        is_reply: boolean | null;
        state: Database["public"]["Enums"]["inbox_state"] | null;
        due_at: string | null;
        takes_next: boolean | null;
        marks_sender: boolean | null;
      };
      listed_candidate: {
        id: string | null;
        full_name: string | null;
        headline: string | null;
        city: string | null;
        country: string | null;
        skills: string[] | null;
        notice_period: string | null;
        notice_days: number | null;
        expected_pay_amount: number | null;
        expected_pay_currency: Database["public"]["Enums"]["currency_code"] | null;
        expected_pay_unit: string | null;
        email: string | null;
        phone: string | null;
        is_kept: boolean | null;
        entries: number | null;
        elsewhere: Json | null;
        ended_as: string | null;
        is_never: boolean | null;
        near_names: string[] | null;
        created_at: string | null;
        last_activity_at: string | null;
        version: number | null;
      };
      listed_item: {
        id: string | null;
        item_group: string | null;
        sort_key: string | null;
        item_kind: Database["public"]["Enums"]["inbox_kind"] | null;
        item_state: Database["public"]["Enums"]["inbox_state"] | null;
        assignee: string | null;
        claim_expires_at: string | null;
        sender: string | null;
        company: string | null;
        subject: string | null;
        created_at: string | null;
        due_at: string | null;
        last_activity_at: string | null;
        is_seen: boolean | null;
        is_suspect: boolean | null;
        version: number | null;
        requirement_id: string | null;
        last_note: string | null;
        is_withdrawn: boolean | null;
        source: string | null;
        is_from_spam_sender: boolean | null;
        applicants: number | null;
      };
      requirement_filter: {
        status: Database["public"]["Enums"]["requirement_status"] | null;
        priority: Database["public"]["Enums"]["requirement_priority"] | null;
        whose: string | null;
        client: string | null;
        words: string | null;
        only_group: string | null;
        sort: string | null;
        descending: boolean | null;
      };
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {
      app_role: ["admin", "recruiter", "hr_manager", "client"],
      currency_code: ["USD", "EUR", "GBP", "INR"],
      inbox_kind: ["contact", "posting", "consultation", "requirement"],
      inbox_state: ["new", "open", "waiting", "done", "spam"],
      invitation_kind: ["team", "client"],
      job_type: ["permanent", "contract", "temporary", "part_time", "full_time"],
      mail_frequency: ["at_once", "daily", "never"],
      member_access: ["owner", "member", "viewer"],
      note_kind: ["note", "call", "email", "meeting"],
      requirement_priority: ["low", "medium", "high", "urgent"],
      requirement_status: ["new", "in_progress", "filled", "cancelled"],
      side: ["company", "team"],
    },
  },
} as const;
