// Made by `npm run types:database` from supabase/migrations: change those, and make this anew.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      activity_log: {
        Row: {
          action: string;
          actor: string | null;
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
      clients: {
        Row: {
          company_name: string;
          created_at: string;
          full_name: string | null;
          id: string;
          phone: string | null;
          updated_at: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          company_name: string;
          created_at?: string;
          full_name?: string | null;
          id?: string;
          phone?: string | null;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          company_name?: string;
          created_at?: string;
          full_name?: string | null;
          id?: string;
          phone?: string | null;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [];
      };
      consultation_requests: {
        Row: {
          company: string | null;
          created_at: string;
          email: string;
          first_name: string;
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
          company: string | null;
          created_at: string;
          email: string;
          form_id: string | null;
          id: string;
          name: string;
          requirement: string;
          suspect: boolean;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          company?: string | null;
          created_at?: string;
          email: string;
          form_id?: string | null;
          id?: string;
          name: string;
          requirement: string;
          suspect?: boolean;
          updated_at?: string;
        };
        Update: {
          company?: string | null;
          created_at?: string;
          email?: string;
          form_id?: string | null;
          id?: string;
          name?: string;
          requirement?: string;
          suspect?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
      crm_deliveries: {
        Row: {
          attempts: number;
          created_at: string;
          dead_at: string | null;
          delivered_at: string | null;
          first_attempt_at: string | null;
          last_error: string | null;
          next_attempt_at: string;
          requirement_id: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          created_at?: string;
          dead_at?: string | null;
          delivered_at?: string | null;
          first_attempt_at?: string | null;
          last_error?: string | null;
          next_attempt_at?: string;
          requirement_id: string;
          updated_at?: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          dead_at?: string | null;
          delivered_at?: string | null;
          first_attempt_at?: string | null;
          last_error?: string | null;
          next_attempt_at?: string;
          requirement_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "crm_deliveries_requirement_id_fkey";
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
      job_requirements: {
        Row: {
          benefits: string | null;
          client_id: string;
          created_at: string;
          currency: Database["public"]["Enums"]["currency_code"];
          deadline: string | null;
          department: string | null;
          education_requirements: string | null;
          expected_start_date: string | null;
          form_id: string | null;
          id: string;
          job_description: string;
          job_title: string;
          job_type: Database["public"]["Enums"]["job_type"];
          location: string;
          max_experience: number | null;
          max_salary: number | null;
          min_experience: number | null;
          min_salary: number | null;
          notes: string | null;
          positions_count: number;
          preferred_skills: string[];
          priority: Database["public"]["Enums"]["requirement_priority"];
          remote_allowed: boolean;
          required_skills: string[];
          responsibilities: string | null;
          status: Database["public"]["Enums"]["requirement_status"];
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          benefits?: string | null;
          client_id: string;
          created_at?: string;
          currency?: Database["public"]["Enums"]["currency_code"];
          deadline?: string | null;
          department?: string | null;
          education_requirements?: string | null;
          expected_start_date?: string | null;
          form_id?: string | null;
          id?: string;
          job_description: string;
          job_title: string;
          job_type: Database["public"]["Enums"]["job_type"];
          location: string;
          max_experience?: number | null;
          max_salary?: number | null;
          min_experience?: number | null;
          min_salary?: number | null;
          notes?: string | null;
          positions_count?: number;
          preferred_skills?: string[];
          priority?: Database["public"]["Enums"]["requirement_priority"];
          remote_allowed?: boolean;
          required_skills: string[];
          responsibilities?: string | null;
          status?: Database["public"]["Enums"]["requirement_status"];
          updated_at?: string;
        };
        Update: {
          benefits?: string | null;
          client_id?: string;
          created_at?: string;
          currency?: Database["public"]["Enums"]["currency_code"];
          deadline?: string | null;
          department?: string | null;
          education_requirements?: string | null;
          expected_start_date?: string | null;
          form_id?: string | null;
          id?: string;
          job_description?: string;
          job_title?: string;
          job_type?: Database["public"]["Enums"]["job_type"];
          location?: string;
          max_experience?: number | null;
          max_salary?: number | null;
          min_experience?: number | null;
          min_salary?: number | null;
          notes?: string | null;
          positions_count?: number;
          preferred_skills?: string[];
          priority?: Database["public"]["Enums"]["requirement_priority"];
          remote_allowed?: boolean;
          required_skills?: string[];
          responsibilities?: string | null;
          status?: Database["public"]["Enums"]["requirement_status"];
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "job_requirements_client_id_fkey";
            columns: ["client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["id"];
          },
        ];
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
      claim_crm_deliveries: {
        Args: { most?: number };
        Returns: {
          message: Json;
          requirement_id: string;
        }[];
      };
      claim_crm_delivery: {
        Args: { requirement: string };
        Returns: {
          message: Json;
          requirement_id: string;
        }[];
      };
      crm_backlog: { Args: Record<PropertyKey, never>; Returns: Record<string, unknown> };
      erase_person: { Args: { address: string }; Returns: Json };
      export_person: { Args: { address: string }; Returns: Json };
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
      mail_link: { Args: { kind: string; token: string }; Returns: Json };
      owns_requirement: { Args: { requirement: string }; Returns: boolean };
      remove_member: { Args: { person: string }; Returns: undefined };
      remove_team_member: { Args: { person: string }; Returns: undefined };
      resend_invitation: { Args: { invitation: string }; Returns: undefined };
      revoke_invitation: { Args: { invitation: string }; Returns: undefined };
      schema_version: { Args: Record<PropertyKey, never>; Returns: string };
      set_member_access: {
        Args: { new_access: Database["public"]["Enums"]["member_access"]; person: string };
        Returns: undefined;
      };
      set_team_role: {
        Args: { new_role: Database["public"]["Enums"]["app_role"]; person: string };
        Returns: undefined;
      };
      settle_crm_delivery: { Args: { problem?: string; requirement: string }; Returns: undefined };
    };
    Enums: {
      app_role: "admin" | "recruiter" | "hr_manager" | "client";
      currency_code: "USD" | "EUR" | "GBP" | "INR";
      invitation_kind: "team" | "client";
      job_type: "permanent" | "contract" | "temporary" | "part_time" | "full_time";
      member_access: "owner" | "member" | "viewer";
      requirement_priority: "low" | "medium" | "high" | "urgent";
      requirement_status: "new" | "in_progress" | "filled" | "cancelled";
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    keyof (DefaultSchema["Tables"] & DefaultSchema["Views"]) | { schema: keyof DatabaseWithoutInternals },
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
    keyof DefaultSchema["CompositeTypes"] | { schema: keyof DatabaseWithoutInternals },
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
      invitation_kind: ["team", "client"],
      job_type: ["permanent", "contract", "temporary", "part_time", "full_time"],
      member_access: ["owner", "member", "viewer"],
      requirement_priority: ["low", "medium", "high", "urgent"],
      requirement_status: ["new", "in_progress", "filled", "cancelled"],
    },
  },
} as const;
