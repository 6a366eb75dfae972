/** A public page's heading, and the sentence that search engines and the page itself open with. */
export type PageSummary = { title: string; lead: string };

/** The public pages by path (§2). */
export const pages: Record<string, PageSummary> = {
  "/about": { title: "Who We Are", lead: "A recruitment partner from Noida that hires across five continents." },
  "/services": { title: "Services", lead: "Core hiring, global extended services and technology, from one team." },
  "/services/core-hiring": {
    title: "Core Hiring Solutions",
    lead: "Permanent, temporary and executive hiring, mass hiring, RPO and campus programmes.",
  },
  "/services/global-services": {
    title: "Global Extended Services",
    lead: "Background verification, visa facilitation, video interviews and travel for every hire.",
  },
  "/services/technology-hiring": {
    title: "Technology-Enabled Hiring",
    lead: "AI video interviews that shorten the way from application to shortlist.",
  },
  "/services/permanent-staffing": {
    title: "Permanent Staffing",
    lead: "People who stay, found for the role and the team.",
  },
  "/services/executive-search": { title: "Executive Search", lead: "Discreet search for CXO and board positions." },
  "/services/mass-hiring": { title: "Mass Hiring", lead: "Hundreds of positions filled on one timetable." },
  "/services/rpo-solutions": {
    title: "Recruitment Process Outsourcing",
    lead: "Your recruitment run by our team: complete, selective or for one project.",
  },
  "/services/ai-interviews": {
    title: "AI Video Interview Tool",
    lead: "Structured first interviews, around the clock.",
  },
  "/services/background-verification": {
    title: "Background Verification",
    lead: "Identity, employment and education checked before and after joining.",
  },
  "/industries": { title: "Industries", lead: "Recruiters who know the work they hire for, in eight industries." },
  "/industries/information-technology": {
    title: "Information Technology",
    lead: "Engineers, data people and product leaders.",
  },
  "/industries/banking-financial-services": {
    title: "Banking & Financial Services",
    lead: "Relationship, risk and technology talent for regulated firms.",
  },
  "/industries/healthcare-life-sciences": {
    title: "Healthcare & Life Sciences",
    lead: "Clinical, research and operations staff with verified credentials.",
  },
  "/industries/manufacturing-engineering": {
    title: "Manufacturing & Engineering",
    lead: "Engineers and technicians for plants and projects.",
  },
  "/industries/retail-ecommerce": {
    title: "Retail & E-commerce",
    lead: "Store, warehouse and digital teams, in season.",
  },
  "/industries/logistics-supply-chain": {
    title: "Logistics & Supply Chain",
    lead: "Planners, drivers and warehouse leaders.",
  },
  "/industries/hospitality-travel": {
    title: "Hospitality & Travel",
    lead: "Service teams for hotels, restaurants and travel.",
  },
  "/industries/education-training": { title: "Education & Training", lead: "Teachers, trainers and academic leaders." },
  "/careers": { title: "Careers", lead: "Work with a team that finds people their next job." },
  "/privacy-policy": { title: "Privacy Policy", lead: "Last updated January 1, 2025" },
  "/terms-of-service": { title: "Terms of Service", lead: "Last updated January 1, 2025" },
  "/login": { title: "Welcome Back", lead: "Sign in to your account" },
  "/consultation": { title: "Consultation", lead: "A 30-minute session, no commitment, available within 24 hours." },
  "/get-started": { title: "Get Started", lead: "Open your account, and file your first requirement." },
};
