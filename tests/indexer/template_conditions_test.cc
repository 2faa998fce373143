#include "resolve/template_conditions.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "template_condition.h"

namespace waymark::indexer {
namespace {

Truth Of(const std::string& condition, const std::string& type) {
  const std::vector<TypeGiven> given = {{type}};
  return Holds("T|" + condition, given);
}

TEST(TemplateConditions, KnowTraitsOfBuiltInTypes) {
  EXPECT_EQ(Of("std::is_integral<T>::value", "int"), Truth::kTrue);
  EXPECT_EQ(Of("std::is_integral_v<T>", "std::uint8_t"), Truth::kTrue);
  EXPECT_EQ(Of("std::is_integral<T>{}", "double"), Truth::kFalse);
  EXPECT_EQ(Of("std::is_arithmetic<T>()", "long double"), Truth::kTrue);
  EXPECT_EQ(Of("std::is_unsigned<T>::value", "unsigned long"), Truth::kTrue);
  EXPECT_EQ(Of("std::is_signed<T>::value", "char"), Truth::kUnknown) << "platforms differ";
  EXPECT_EQ(Of("std::is_class<T>::value", "std::vector<int>"), Truth::kTrue);
  EXPECT_EQ(Of("std::is_integral<T>::value", "Money"), Truth::kUnknown) << "perhaps an alias";
  EXPECT_EQ(Of("own::is_integral<T>::value", "int"), Truth::kUnknown);
}

TEST(TemplateConditions, KnowTypesOfTheRepositoryAsNoNumbers) {
  const std::vector<TypeGiven> given = {{"Money", true}};
  EXPECT_EQ(Holds("T|std::is_arithmetic<T>::value", given), Truth::kFalse);
  EXPECT_EQ(Holds("T|std::is_class<T>::value", given), Truth::kUnknown) << "or an enumeration";
  EXPECT_EQ(Holds("T|std::is_same<T,std::string>::value", given), Truth::kFalse);
}

TEST(TemplateConditions, CompareTypesAndSizes) {
  EXPECT_EQ(Of("std::is_same<T,std::string>::value", "std::string"), Truth::kTrue);
  EXPECT_EQ(Of("std::is_same<T,std::string>::value", "std::wstring"), Truth::kFalse);
  EXPECT_EQ(Of("std::is_same<T,unsigned int>::value", "uint32_t"), Truth::kTrue);
  EXPECT_EQ(Of("std::is_same<T,Money>::value", "Money"), Truth::kUnknown);
  EXPECT_EQ(Of("sizeof(T)==sizeof(char)", "bool"), Truth::kTrue);
  EXPECT_EQ(Of("sizeof(T)!=4", "float"), Truth::kFalse);
  EXPECT_EQ(Of("sizeof(T)==4", "Money"), Truth::kUnknown);
}

TEST(TemplateConditions, JoinWhatIsKnownWithWhatIsNot) {
  EXPECT_EQ(Of("own<T>::value&&std::is_void<T>::value", "int"), Truth::kFalse);
  EXPECT_EQ(Of("own<T>::value||!std::is_void<T>::value", "int"), Truth::kTrue);
  EXPECT_EQ(Of("own<T>::value&&!std::is_void<T>::value", "int"), Truth::kUnknown);
  EXPECT_EQ(
      Of("own::conjunction<std::negation<std::is_void<T>>,std::is_integral<T>>::value", "int"),
      Truth::kTrue);
  EXPECT_EQ(Of("std::disjunction_v<std::is_void<T>,std::is_same<T,bool>>", "int"), Truth::kFalse);
}

TEST(TemplateConditions, NonsenseIsNotKnown) {
  for (const char* text : {"", "|", "<", ">", "!", "(", "()", "sizeof(", "sizeof()==", "==",
                           "a<b>c", "std::is_same<>::value", "&&", "!!!!", "std::is_integral<"}) {
    EXPECT_EQ(Of(text, "int"), Truth::kUnknown) << text;
  }
  EXPECT_EQ(Of(std::string(4000, '!') + "true", "int"), Truth::kUnknown);
  EXPECT_EQ(Holds("std::is_integral<int>::value", {}), Truth::kUnknown) << "without parameters";
  EXPECT_EQ(Holds("T,U|std::is_integral<U>::value", {}), Truth::kUnknown) << "left to be inferred";
}

TEST(TemplateConditions, AreReadInFrontOfTheFunction) {
  EXPECT_EQ(
      ConditionIn("template <class T>\ntypename std::enable_if< std::is_integral<T>::value &&\n"
                  "  sizeof(T) != sizeof( unsigned char ), T >::type Random"),
      "T|std::is_integral<T>::value&&sizeof(T)!=sizeof(unsigned char)");
  EXPECT_EQ(ConditionIn("template <typename T, int N = 3, typename... Rest, typename = "
                        "std::enable_if_t<std::is_void_v<T>>> void Go"),
            "T,N,Rest,typename|std::is_void_v<T>");
  EXPECT_EQ(ConditionIn("template <typename T> T Go"), "");
  EXPECT_EQ(
      ConditionIn("template <typename T> std::enable_if_t<a<T>, std::enable_if_t<b<T>, T>> Go"), "")
      << "several";
  EXPECT_EQ(ConditionIn("enable_if template <"), "");
  EXPECT_EQ(ConditionIn("template <class T> std::enable_if_t<" + std::string(600, 'x') + ", T> Go"),
            "");
}

}  // namespace
}  // namespace waymark::indexer
