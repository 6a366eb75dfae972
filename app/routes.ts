import { index, route, type RouteConfig } from "@react-router/dev/routes";

// The route table of the specification (§2), in its order, one line a path. The pillars, the service pages and the
// industries share a module each, which finds its record by the path; the id keeps their lines apart.
const pillar = "routes/service-pillar.tsx";
const service = "routes/service.tsx";
const industry = "routes/industry.tsx";

export default [
  index("routes/home.tsx"),
  route("about", "routes/about.tsx"),
  route("services", "routes/services.tsx"),
  route("services/core-hiring", pillar, { id: "core-hiring" }),
  route("services/global-services", pillar, { id: "global-services" }),
  route("services/technology-hiring", pillar, { id: "technology-hiring" }),
  route("services/permanent-staffing", service, { id: "permanent-staffing" }),
  route("services/executive-search", service, { id: "executive-search" }),
  route("services/mass-hiring", service, { id: "mass-hiring" }),
  route("services/rpo-solutions", service, { id: "rpo-solutions" }),
  route("services/ai-interviews", service, { id: "ai-interviews" }),
  route("services/background-verification", service, { id: "background-verification" }),
  route("industries", "routes/industries.tsx"),
  route("industries/information-technology", industry, { id: "information-technology" }),
  route("industries/banking-financial-services", industry, { id: "banking-financial-services" }),
  route("industries/healthcare-life-sciences", industry, { id: "healthcare-life-sciences" }),
  route("industries/manufacturing-engineering", industry, { id: "manufacturing-engineering" }),
  route("industries/retail-ecommerce", industry, { id: "retail-ecommerce" }),
  route("industries/logistics-supply-chain", industry, { id: "logistics-supply-chain" }),
  route("industries/hospitality-travel", industry, { id: "hospitality-travel" }),
  route("industries/education-training", industry, { id: "education-training" }),
  route("contact", "routes/contact.tsx"),
  route("careers", "routes/careers.tsx"),
  route("privacy-policy", "routes/privacy-policy.tsx"),
  route("terms-of-service", "routes/terms-of-service.tsx"),
  route("login", "routes/login.tsx"),
  route("consultation", "routes/consultation.tsx"),
  route("get-started", "routes/get-started.tsx"),
  route("client-auth", "routes/client-auth.tsx"),
  route("client-dashboard", "routes/client-dashboard.tsx"),
  route("submit-requirement", "routes/submit-requirement.tsx"),
  route("hire-talent", "routes/hire-talent.tsx"),
  route("demo", "routes/demo.ts"),
  route("trial", "routes/trial.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
