import type { ButtonHTMLAttributes, ReactNode } from "react";

type Variant = "primary" | "outline" | "quiet" | "danger";

const CLASSES: Record<Variant, string> = {
  primary: "btn",
  outline: "btn btn-outline",
  quiet: "btn btn-quiet",
  danger: "btn btn-outline btn-danger",
};

type ButtonLinkProps = {
  href: string;
  variant?: Variant;
  id?: string;
  /** What names it to those who hear it out of its row. */
  labelledBy?: string;
  children: ReactNode;
};

/** A link that looks like a button. Here and below, the space after it keeps two apart where there is no stylesheet. */
export function ButtonLink({ href, variant = "primary", id, labelledBy, children }: ButtonLinkProps) {
  return (
    <>
      <a href={href} id={id} className={CLASSES[variant]} aria-labelledby={labelledBy}>
        {children}
      </a>{" "}
    </>
  );
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: Variant;
  /** What the button says while its form is on the way (§2). */
  busyText?: string;
};

/** A form's button. */
export function Button({ variant = "primary", type = "submit", busyText, ...attributes }: ButtonProps) {
  return (
    <>
      <button {...attributes} type={type} className={CLASSES[variant]} data-busy={busyText} />{" "}
    </>
  );
}

type SubmitOrCancelProps = ButtonProps & { path: string; cancel?: string };

/** A form's button, and the way back without it. */
export function SubmitOrCancel({ path, cancel = "Cancel", ...button }: SubmitOrCancelProps) {
  return (
    <div className="actions">
      <Button {...button} />
      <ButtonLink href={path} variant="outline">
        {cancel}
      </ButtonLink>
    </div>
  );
}
